#!/usr/bin/env node
// Plays against a server and against forgeries of it: node client/test.mjs URL [FILE]
// The evidence of the finished game is written to FILE.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { Client, Dishonest, Wallet } from "./petits-chevaux.mjs";

const [base, file] = process.argv.slice(2);

async function player(name, options) {
  const client = new Client(base, Wallet.create(), options);
  await client.enter(name, `the-device-of-${name}-and-its-secret`);
  return client;
}

async function seated(clients, table) {
  const id = await clients[0].create({ ruleset: "quick", seats: clients.length, ...table });
  for (const [index, client] of clients.entries()) await client.sit(id, index + 1);
  for (const client of clients) await client.ready(id);
  return id;
}

/** One roll or move of whoever is awaited. */
async function step(clients, id) {
  const game = await clients[0].game(id);
  if (!game.awaiting) return false;
  const client = clients[game.awaiting.seat - 1];
  if (game.awaiting.action === "roll") await client.roll(id);
  else await client.move(id, game.choices.moves[game.version % game.choices.moves.length]);
  return true;
}

async function aGameIsPlayedSealedAndSigned() {
  const clients = [await player("Ana"), await player("Bo")];
  const id = await seated(clients, { sealed_only: true });
  for (let turn = 0; turn < 40; turn++) await step(clients, id);
  // Bo's machine is lost: the exported secret is enough to go on, on another one.
  const again = new Client(base, Wallet.import(clients[1].wallet.export()));
  await again.enter("Bo", "the-device-of-Bo-and-its-secret");
  clients[1] = again;
  while (await step(clients, id));
  const game = await clients[0].game(id);
  assert.equal(game.stage, "finished");
  assert.equal(clients[0].rollsChecked(id), game.rolls);
  assert.equal(clients[0].receipt(id).seq, game.version);
  const evidence = await clients[0].evidence(id);
  if (file) await writeFile(file, JSON.stringify(evidence));
  console.log(`${game.rolls} rolls checked as they came, ${game.version + 1} events`);
}

/** A server that shows `change(answer)` instead of the truth. */
function lying(change) {
  return async (url, request) => {
    const answer = await fetch(url, request);
    const value = change(url, await answer.json());
    return { status: answer.status, json: async () => value };
  };
}

async function aLieIsNoticed() {
  const honest = [await player("Cy"), await player("Di")];
  const id = await seated(honest, {});
  while ((await honest[0].game(id)).rolls < 12) await step(honest, id);
  const lies = {
    "another die": (url, answer) => {
      for (const { event } of answer.events ?? []) if (event.roll === 9) event.die = 1 + (event.die % 6);
      return answer;
    },
    "a receipt of nobody": (url, answer) => {
      if (answer.receipt) answer.receipt.signature = answer.receipt.signature.replace(/^./, "_");
      return answer;
    },
    "an older receipt's head": (url, answer) => {
      if (answer.receipt) answer.receipt.seq -= 1;
      return answer;
    },
  };
  for (const [name, change] of Object.entries(lies)) {
    const cheated = new Client(base, Wallet.create(), { fetch: lying(change) });
    await assert.rejects(cheated.game(id), Dishonest, name);
  }
  const kept = honest[0].receipt(id);
  const storage = new Map([[`receipt ${id}`, { ...kept, seq: kept.seq + 5 }]]);
  await assert.rejects(new Client(base, Wallet.create(), { storage }).game(id), Dishonest, "cut");
  const other = new Map([[`receipt ${id}`, { ...kept, head: "00".repeat(32) }]]);
  const forked = new Client(base, Wallet.create(), { storage: other });
  await assert.rejects(forked.game(id), Dishonest, "fork");
}

async function nobodyElseCanActForASignedSeat() {
  const [ana, bo] = [await player("Eva"), await player("Flo")];
  const id = await seated([ana, bo], {});
  const thief = new Client(base, Wallet.create());
  await thief.enter("Eva", "the-device-of-Eva-and-its-secret");
  await assert.rejects(thief.resign(id), { code: "wrong-signature" });
}

async function whatIsSaidBesidesPlayingIsSignedToo() {
  const [ana, bo] = [await player("Gil"), await player("Hal")];
  const id = await ana.create({ pace: "correspondence", seats: 2, first_seat: 1 });
  const calendar = { zone: "Europe/Paris", from: 22, until: 7 };
  await ana.sit(id, 1, { rolls: "automatic", moves: "forced", calendar });
  await bo.sit(id, 2);
  for (const client of [ana, bo]) await client.ready(id);
  await ana.deposit(id, 40);
  await bo.automate(id, { rolls: "automatic" });
  await bo.deposit(id, 40);
  await bo.order(id, { scope: "game", faces: { 6: ["captures", "any"] }, otherwise: "greedy" });
  await ana.wishPause(id);
  await bo.wishPause(id);
  assert.ok((await ana.game(id)).paused_until);
  await ana.wishPause(id);
  await bo.wishPause(id);
  await ana.rest(id, 2);
  const game = await ana.game(id);
  assert.ok(game.seats[0].vacation_until);
  assert.ok(game.seats[1].orders);
}

async function vectors() {
  // The same as in the tests of the dice floor: master 60 61 62 …, and its last link.
  const known = Wallet.import([...Array(32).keys()].map((i) => (0x60 + i).toString(16)).join(""));
  const last = (await known.secrets("0123456789ab7cde8f0123456789abcd")).link(4096).link;
  assert.equal(last, "220a36bf7e0b4a7610e0602008ef3a61058470a98d39a7f36c9fcbe19692eaf3");
  const wallet = Wallet.import("00".repeat(31) + "01");
  const one = await wallet.secrets("61206761-6d65-206f-6620-686f72736573");
  const two = await Wallet.import(wallet.export()).secrets("61206761-6d65-206f-6620-686f72736573");
  assert.equal(one.anchor, two.anchor);
  assert.equal(one.publicKey, two.publicKey);
  assert.notEqual(one.anchor, (await Wallet.create().secrets("61206761-6d65-206f-6620-686f72736573")).anchor);
  assert.throws(() => one.link(4097), RangeError);
  assert.throws(() => Wallet.import("secret"), TypeError);
}

await vectors();
await aGameIsPlayedSealedAndSigned();
await aLieIsNoticed();
await nobodyElseCanActForASignedSeat();
await whatIsSaidBesidesPlayingIsSignedToo();
