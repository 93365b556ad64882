//! The OpenAPI document: committed, linted, and the measure of every answer.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::Validator;
use petits_chevaux::api;
use petits_chevaux::api::problem::ProblemType;
use serde_json::{Value, json};

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&api::openapi::text()).unwrap());

/// Building a validator is slow, and the same answers come again and again.
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// An answer as it came.
pub(super) struct Seen<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    pub(super) status: u16,
    pub(super) media_type: &'a str,
    pub(super) body: &'a Value,
}

/// The id of the operation that gave the answer, `None` if the document has no such operation.
///
/// # Errors
/// When the document has it, but not with this answer.
pub(super) fn check(seen: &Seen<'_>) -> Result<Option<String>, String> {
    let Some((path, operation)) = find(seen.method, seen.path) else {
        return if seen.status >= 400 || seen.path.starts_with("/docs/") || seen.method != "GET" {
            Ok(None)
        } else {
            Err("an operation that is not in the document".to_owned())
        };
    };
    let id = operation["operationId"].as_str().unwrap().to_owned();
    let response = &operation["responses"][seen.status.to_string()];
    if response.is_null() {
        return Err(format!("{id} has no answer {}", seen.status));
    }
    if let Some(code) = seen.body["code"].as_str().filter(|_| seen.status >= 400) {
        let listed = operation["x-problems"].as_array().unwrap();
        if !listed.iter().any(|slug| slug == code) {
            return Err(format!("{id} does not list {code}"));
        }
    }
    let Some(content) = response["content"].as_object() else {
        return if seen.body.is_null() {
            Ok(Some(id))
        } else {
            Err(format!("{id}: a body"))
        };
    };
    let media_type = content.get(seen.media_type);
    let media_type = media_type.ok_or_else(|| format!("{id} never is {}", seen.media_type))?;
    if seen.media_type.ends_with("json") && !seen.media_type.contains("ndjson") {
        let key = format!("{} {path} {} {}", seen.method, seen.status, seen.media_type);
        validate(&key, &media_type["schema"], seen.body)?;
    }
    Ok(Some(id))
}

fn find(method: &str, path: &str) -> Option<(&'static str, &'static Value)> {
    let path = path.split('?').next()?;
    let paths = DOCUMENT["paths"].as_object()?;
    let fits = |template: &str| {
        let (wanted, given) = (template.split('/'), path.split('/'));
        template.split('/').count() == path.split('/').count()
            && wanted
                .zip(given)
                .all(|(wanted, given)| wanted.starts_with('{') || wanted == given)
    };
    // A path without variables wins over one with.
    let exact = paths.get_key_value(path);
    let found = exact.or_else(|| paths.iter().find(|(template, _)| fits(template)));
    let (template, item) = found?;
    let operation = item.get(method.to_lowercase())?;
    Some((template, operation))
}

fn validate(key: &str, schema: &Value, body: &Value) -> Result<(), String> {
    let validator = {
        let mut known = VALIDATORS.lock().unwrap();
        Arc::clone(
            known
                .entry(key.to_owned())
                .or_insert_with(|| Arc::new(validator(schema))),
        )
    };
    let errors: Vec<String> = validator
        .iter_errors(body)
        .map(|error| format!("{} at {}", error, error.instance_path()))
        .collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors.join("\n"))
    }
}

fn validator(schema: &Value) -> Validator {
    let whole = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "allOf": [schema],
        "components": DOCUMENT["components"],
    });
    jsonschema::validator_for(&whole).unwrap()
}

/// Every operation with every status that it answers with.
pub(super) fn answers() -> BTreeSet<(String, u16)> {
    let mut answers = BTreeSet::new();
    for (_, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap();
        for status in operation["responses"].as_object().unwrap().keys() {
            answers.insert((id.to_owned(), status.parse().unwrap()));
        }
    }
    answers
}

/// Every operation, by method and path.
pub(super) fn operations() -> Vec<(String, &'static Value)> {
    let mut operations = Vec::new();
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            operations.push((format!("{} {path}", method.to_uppercase()), operation));
        }
    }
    operations
}

/// The names of the fields that the body of a request may have.
pub(super) fn fields_of_body(operation: &Value) -> Vec<String> {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let name = schema["$ref"]
        .as_str()
        .and_then(|name| name.rsplit('/').next());
    let named = name.map(|name| &DOCUMENT["components"]["schemas"][name]);
    let properties = named.unwrap_or(schema)["properties"].as_object();
    properties
        .into_iter()
        .flat_map(|fields| fields.keys().cloned())
        .collect()
}

/// `UPDATE=1` writes the files; without it they must be what the program says.
fn assert_committed(path: &str, text: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "{} is stale: run the tests with UPDATE=1",
        path.display()
    );
}

#[test]
fn the_committed_document_is_the_one_that_is_served() {
    assert_committed("openapi/petits-chevaux.json", &api::openapi::text());
}

#[test]
fn the_committed_page_of_problems_is_the_registry() {
    assert_committed("docs/PROBLEMS.md", &api::problem_page());
}

/// Methods by path.
type Routes = BTreeMap<&'static str, BTreeSet<String>>;

#[test]
fn the_document_has_exactly_the_routes() {
    let documented: Routes = DOCUMENT["paths"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(path, item)| {
            let methods = item.as_object().unwrap().keys();
            (
                path.as_str(),
                methods.map(|method| method.to_uppercase()).collect(),
            )
        })
        .collect();
    let routed: Routes = api::ROUTES
        .iter()
        .map(|(path, allows)| {
            let first = |allow: &&str| allow.split(", ").next().unwrap().to_owned();
            (*path, allows.iter().map(first).collect())
        })
        .collect();
    assert_eq!(documented, routed);
}

#[test]
fn every_operation_says_what_a_reader_needs() {
    let mut ids = BTreeSet::new();
    for (name, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap();
        assert!(ids.insert(id), "{name}: {id} twice");
        assert!(id.contains('_'), "{name}: {id} is verb_noun");
        let summary = operation["summary"].as_str().unwrap_or_default();
        assert!(
            summary.len() > 10 && summary.len() < 110,
            "{name}: {summary}"
        );
        assert_eq!(
            operation["tags"].as_array().map(Vec::len),
            Some(1),
            "{name}"
        );
        for (status, response) in operation["responses"].as_object().unwrap() {
            let description = response["description"].as_str().unwrap_or_default();
            assert!(!description.is_empty(), "{name}: {status}");
        }
        assert!(operation["responses"]["500"].is_object(), "{name}");
        for slug in operation["x-problems"].as_array().unwrap() {
            assert!(
                ProblemType::of_slug(slug.as_str().unwrap()).is_some(),
                "{name}: {slug}"
            );
        }
    }
}

#[test]
fn every_field_and_parameter_is_described() {
    for (name, schema) in DOCUMENT["components"]["schemas"].as_object().unwrap() {
        let properties = schema["properties"].as_object().into_iter().flatten();
        for (field, property) in properties {
            let described = property["description"].is_string()
                || property["$ref"].is_string()
                || property["oneOf"].is_array();
            assert!(described, "{name}.{field}");
        }
    }
    for (name, operation) in operations() {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(parameter["description"].is_string(), "{name}: {parameter}");
        }
    }
}

#[test]
fn an_integer_that_grows_fits_a_double() {
    fn walk(at: &str, value: &Value) {
        if value["format"] == "int64" {
            let most = value["maximum"].as_u64();
            assert!(most.is_some_and(|most| most < 1 << 53), "{at}: {value}");
        }
        if let Some(object) = value.as_object() {
            for (key, value) in object {
                walk(&format!("{at}/{key}"), value);
            }
        }
        if let Some(array) = value.as_array() {
            for value in array {
                walk(at, value);
            }
        }
    }
    walk("", &DOCUMENT);
}
