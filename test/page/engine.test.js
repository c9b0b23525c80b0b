// SPDX-License-Identifier: GPL-2.0-only
// The simulator as WebAssembly: node --test, with TRY=<folder that build-try has made> and NATIVE=<what native_digests.py
// has printed>.
"use strict";

const assert = require("node:assert");
const crypto = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { Engine } = require("../../doc/site/try/engine.js");

const expected = JSON.parse(fs.readFileSync(process.env.NATIVE, "utf-8"));
const engine = WebAssembly.compile(fs.readFileSync(path.join(process.env.TRY, "lean.wasm"))).then(Engine.load);

function run(own, setting, slice) {
  const simulation = own.begin(setting, true);
  while (!simulation.step(slice)) { /* goes on */ }
  const digest = crypto.createHash("sha256");
  Object.values(simulation.columns).forEach((column) => digest.update(column));
  const found = { setting, counts: simulation.counts, digest: digest.digest("hex") };
  simulation.end();
  return found;
}

test("fifty settings are the same as in the native simulator", async () => {
  const own = await engine;
  assert.strictEqual(expected.length, 50);
  expected.forEach((native, index) => assert.deepStrictEqual(run(own, native.setting, index % 2 ? 1e6 : 37), native));
});

test("what is wrong is said in a sentence", async () => {
  const own = await engine;
  assert.throws(() => own.begin("rate=0", false), { message: /^rate must be a number from 1000 to 10000000000, not 0$/ });
  assert.throws(() => own.begin("variant=x", false), { message: /^variant must be one of / });
  assert.throws(() => own.begin("lost=" + "1,".repeat(5000), false), { message: /longer than 8192/ });
});

test("memory is given back", async () => {
  const own = await engine;
  const once = () => run(own, "seconds=5&loss=0.01", 1e6);
  once();
  const before = own.calls.memory.buffer.byteLength;
  for (let index = 0; index < 50; ++index) { once(); }
  assert.strictEqual(own.calls.memory.buffer.byteLength, before);
});
