//! The page for auditors in a real browser, driven by the `WebDriver` protocol (W3C).

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::corpus;
use super::forgeries::Forger;
use super::pack;
use crate::cli::serving::Folder;

/// Serves the folder of the page on loopback; the address.
fn serve_page() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/index.html", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut line = String::new();
            BufReader::new(&stream).read_line(&mut line).unwrap();
            let name = line.split([' ', '/']).nth(2).unwrap_or_default();
            let file = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("audit")
                .join(name);
            let (status, body) = match fs::read(&file) {
                Ok(body) if !name.is_empty() => ("200 OK", body),
                Ok(_) | Err(_) => ("404 Not Found", Vec::new()),
            };
            let kind = match file.extension().and_then(|ending| ending.to_str()) {
                Some("mjs") => "text/javascript",
                _ => "text/html",
            };
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
                 Connection: close\r\n\r\n",
                body.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
            stream.write_all(&body).unwrap();
        }
    });
    address
}

/// A browser with one window. It is closed when it is dropped.
struct Browser {
    driver: Child,
    address: String,
    session: String,
    http: reqwest::Client,
    profile: Folder,
}

impl Browser {
    async fn open() -> Browser {
        let driver = std::env::var("PETITS_CHEVAUX_TEST_CHROMEDRIVER")
            .expect("PETITS_CHEVAUX_TEST_CHROMEDRIVER is not set: run script/test");
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut browser = Browser {
            address: started(driver.stdout.take().unwrap()),
            driver,
            session: String::new(),
            http: reqwest::Client::builder().no_proxy().build().unwrap(),
            profile: Folder::new(),
        };
        let options = json!({ "args": arguments(browser.profile.path()) });
        let wish = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}});
        let made = browser.send("session", &wish).await;
        let session = made["sessionId"].as_str().unwrap();
        browser.session = format!("session/{session}/");
        browser
    }

    /// A command; the value of its answer.
    async fn send(&self, command: &str, body: &Value) -> Value {
        let url = format!("{}/{}{command}", self.address, self.session);
        let answer = self.http.post(url).json(body).send().await.unwrap();
        let answer: Value = answer.json().await.unwrap();
        assert!(answer["value"]["error"].is_null(), "{command}: {answer}");
        answer["value"].clone()
    }

    /// Chooses files for an input of the page.
    async fn choose(&self, input: &str, file: &str) {
        let wanted = json!({"using": "css selector", "value": input});
        let element = self.send("element", &wanted).await;
        let id = element["element-6066-11e4-a52e-4f735466cecf"]
            .as_str()
            .unwrap();
        let command = format!("element/{id}/value");
        self.send(&command, &json!({ "text": file })).await;
    }

    /// The report of the page, once there is one.
    async fn report(&self) -> String {
        let script = "const [done] = arguments;
            const report = document.getElementById('report');
            const look = () => /nothing is wrong|DEFECT|cannot/.test(report.textContent)
                ? done(report.textContent) : setTimeout(look, 10);
            look();";
        let wish = json!({"script": script, "args": []});
        let told = self.send("execute/async", &wish).await;
        told.as_str().unwrap().to_owned()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver takes its browser with it.
        let pid = self.driver.id().to_string();
        drop(Command::new("kill").args(["-TERM", &pid]).status());
        drop(self.driver.wait());
    }
}

/// What keeps a browser quiet, and lets it run as root.
fn arguments(profile: &str) -> Vec<String> {
    let quiet = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ];
    let quiet = quiet.into_iter().map(ToOwned::to_owned);
    quiet
        .chain([format!("--user-data-dir={profile}")])
        .collect()
}

/// The address of a driver, from the line that it prints when it has started.
fn started(out: impl Read) -> String {
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    let line = lines.find(|line| line.contains("started successfully on port"));
    let line = line.expect("the driver starts");
    let port = line.trim_end_matches('.').rsplit(' ').next().unwrap();
    format!("http://127.0.0.1:{port}")
}

#[tokio::test]
async fn the_page_checks_a_pack_in_a_browser_and_tells_a_forged_die() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path()).unwrap();
    let good = corpus::signed();
    let mut forged = good.clone();
    let forger = Forger::new(&good);
    let roll = forger.find(&["\"kind\":\"turn\""], 3);
    let die = forger.event(roll)["die"].as_u64().unwrap();
    forged.lines = forger.set(roll, "die", json!(1 + die % 6)).lines();
    let page = serve_page();
    let browser = Browser::open().await;
    for (name, case, told) in [
        ("good", good, "nothing is wrong"),
        ("forged", forged, "formula"),
    ] {
        let file = format!("{}/{name}.json", folder.path());
        fs::write(&file, pack(&case).to_string()).unwrap();
        browser.send("url", &json!({ "url": page })).await;
        browser.choose("#logs", &file).await;
        let report = browser.report().await;
        assert!(report.contains(told), "{report}");
    }
}
