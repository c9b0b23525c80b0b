// SPDX-License-Identifier: GPL-2.0-only
// What the page that simulates does with its address and its form: node --test, with an engine and elements that only
// pretend.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const vm = require("node:vm");
const { Engine } = require("../../doc/site/try/engine.js");

const read = (name) => fs.readFileSync(path.join(__dirname, "../../doc/site/try", name), "utf-8");
// What the page asks of a browser at its end is not here.
const SOURCE = read("plots.js") + read("page.js").replace(/^begin\(\)\.catch[\s\S]*/m, "") + `
  unpack = async () => null;
  drawPanels = () => {};
  makePanel = () => document.createElement("div");
  showCounts = () => {};
  this.page = { begin, getPath, getVariants, changeZoom, showZoom, getShown: () => shown, getRuns: () => runs };`;
const USUAL = { rate: 1e7, rtt: 0.05, queue: 50, loss: 0, burst: 1, ack: 2, mss: 1448, seconds: 20, seed: 1 };

class FakeElement {
  constructor(document, tag) {
    Object.assign(this, { document, tag, children: [], handlers: {}, dataset: {}, style: { setProperty() {} } });
    Object.assign(this, { textContent: "", kept: "", isNumber: false });
  }

  get value() { return this.kept; }
  /** As a browser's: a field for numbers keeps no other text. */
  set value(text) { this.kept = this.isNumber && !Number.isFinite(Number(text)) ? "" : String(text); }
  get firstElementChild() { return this.children[0] ??= new FakeElement(this.document, "div"); }
  set id(name) { this.document.elements[name] = this; }
  set innerHTML(text) {
    for (const [whole, tag] of text.matchAll(/<(\w+)[^>]*>/g)) {
      const child = new FakeElement(this.document, tag);
      child.isNumber = whole.includes('type="number"');
      child.previousElementSibling = this.children.at(-1);
      child.id = whole.match(/ id="(\w+)"/)?.[1];
      this.children.push(child);
    }
  }

  querySelector(tag) { return this.querySelectorAll(tag)[0]; }
  querySelectorAll(tag) { return this.children.filter((child) => child.tag === tag); }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  addEventListener(name, handler) { this.handlers[name] = handler; }
  setAttribute() {}
}

class FakeDocument {
  elements = {};
  createElement(tag) { return new FakeElement(this, tag); }
  getElementById(name) { return this.elements[name] ??= this.createElement("div"); }
}

/** As a browser's, with events when the user goes back. */
class FakeHistory {
  entries = [{ address: "", state: null }];
  get state() { return this.entries.at(-1).state; }
  get hash() { return this.entries.at(-1).address; }
  pushState(state, title, address) { this.entries.push({ state, address }); }
  replaceState(state, title, address) { this.entries.splice(-1, 1, { state, address }); }
}

/** The page at an address, once it has simulated that. */
async function open(address, engine = {}) {
  const document = new FakeDocument(), history = new FakeHistory(), handlers = {};
  let waiting;
  history.replaceState(null, "", address);
  const run = () => ({ step: () => true, time: 1, end() {}, counts: { goodput: 1 }, isCut: false,
    columns: { "sent.kind": [], "sent.time": [], "sent.position": [], "acked.octets": [], "acked.time": [] } });
  const context = { document, history, location: history, performance, MessageChannel, clearTimeout,
    Engine: { load: async () => ({
      variants: ["reno", "newreno", "sack", "fack", "sack-veno", "linux"].map((name) => ({ name, words: "" })),
      parameters: Object.entries(USUAL).map(([name, usual]) => ({ name, usual })), begin: run, ...engine }) },
    WebAssembly: { compile: async () => null }, setTimeout: (act) => { waiting = act(); }, Option: function () {},
    window: { addEventListener(name, handler) { handlers[name] = handler; }, matchMedia: () => new FakeElement() } };
  vm.runInNewContext(SOURCE, context);
  await context.page.begin();
  const $ = (name) => document.getElementById(name);
  const back = () => { history.entries.pop(); return handlers.popstate(); };
  const preset = (index) => $("presets").children[index].handlers.click({ preventDefault() {} });
  const edit = (name, value) => {
    $(name).value = value;
    $(name).handlers.input();
    return waiting;
  };
  return { ...context.page, $, history, back, preset, edit };
}

test("what is no code in an address is a wrong value", async () => {
  const losses = { "#rate=1e6&loss=1%": "", "#rate=1e6&loss=%ff": "", "#rate=1e6%26loss=0.01": "1" };
  for (const [address, loss] of Object.entries(losses)) {
    const page = await open(address);
    assert.deepStrictEqual([page.$("rate").value, page.$("loss").value], ["1", loss], address);
  }
  assert.match((await open("#model=toString")).getPath(), /seed=1$/);
});

test("what the page leaves out of an address is said until something else is simulated", async () => {
  const left = { "model=x": "model=x", "los=0.01&mss=536": "los=0.01, mss=536", "model": "model=", "seconds=5": "",
    "variants=tahoe,sack": "variants=tahoe", "variants=reno,sack,,fack&loss=0.01&lost=3&model=leo&from=1&to=2":
    "variants=fack", "variants=reno,sack&a=1&variant=": "a=1, variant=" };
  for (const [address, words] of Object.entries(left)) {
    const page = await open("#" + address);
    assert.strictEqual(page.$("fault").textContent, words === "" ? "" : `Not known, and left out: ${words}.`, address);
    await page.edit("rate", "3");
    assert.strictEqual(page.$("fault").textContent, "", address);
  }
});

test("an address has all digits", async () => {
  const page = await open("#variants=reno&rate=1234567.89&rtt=0.0123456789&seconds=100");
  assert.match(page.getPath(), /^rate=1234567.89&rtt=0.0123456789&/);
  for (const [from, to] of [[50.0012, 50.0042], [0.35, 1.75], [12.3456, 78.9], [0, 0.001]]) {
    page.showZoom({ from, to });
    const shown = (await open(page.history.hash)).getShown();
    const most = Math.max(Math.abs(shown.from - from), Math.abs(shown.to - to));
    assert.ok(most <= (to - from) / 1000, page.history.hash);
  }
  page.showZoom("all");
  assert.doesNotMatch(page.history.hash, /from=/);
});

test("a zoom outside of the run is none, and codes beside a percent sign are read", async () => {
  const page = await open("#variants=sack%2Creno&loss=1%&seconds=20&from=20&to=25");
  assert.strictEqual(page.getShown().from, 0);
  assert.strictEqual(page.getShown().to, 20);
  assert.strictEqual(page.$("variant0").value, "sack");
  assert.strictEqual(page.$("variant1").value, "reno");
});

test("the way back to a preset has its note", async () => {
  const page = await open("#variants=reno");
  await page.preset(0);
  const first = page.$("note").textContent;
  page.changeZoom("in");
  await page.preset(2);
  assert.notStrictEqual(page.$("note").textContent, first);
  await page.back();
  assert.strictEqual(page.$("note").textContent, first);
  await page.edit("rate", "3");
  assert.strictEqual(page.$("note").textContent, "");
  await page.preset(1);
  await page.back();
  assert.strictEqual(page.$("note").textContent, "");
});

test("what is shown after a stop has its own address", async () => {
  let isEndless = false;
  const run = { step: () => !isEndless, time: 1, end() {}, counts: {}, columns: { "sent.kind": [] } };
  const page = await open("#variants=reno,sack&seconds=10", { begin: () => run });
  const before = page.history.hash;
  isEndless = true;
  page.edit("seconds", "40");
  page.$("stop").handlers.click();
  assert.strictEqual(page.history.hash, before);
  page.changeZoom("in");
  assert.strictEqual(page.history.hash, before + "&from=2.5&to=7.5");
  page.changeZoom("all");
  assert.strictEqual(page.history.hash, before);
  assert.strictEqual(page.getShown().to, 10);
});

test("more segments than the plots hold are refused", async () => {
  let isCut = false;
  const run = { step: () => true, time: 1, end() {}, counts: {}, columns: { "sent.kind": [] } };
  Object.defineProperty(run, "isCut", { get: () => isCut });
  const page = await open("#variants=reno&seconds=10", { begin: () => run });
  const [before, runs] = [page.history.hash, page.getRuns()];
  isCut = true;
  await page.preset(3);
  assert.match(page.$("fault").textContent, /^a sender sends more segments than the plots hold: .*\.$/);
  assert.strictEqual(page.getRuns(), runs);
  page.changeZoom("out");
  assert.strictEqual(page.history.hash, before);
});

test("a run tells whether its columns have all segments", () => {
  const memory = new WebAssembly.Memory({ initial: 1 }), engine = new Engine();
  engine.countNames = ["acks", "segments"];
  engine.columnNames = ["sent.kind", "sent.time"];
  for (const [sent, held] of [[7, 7], [8, 7]]) {
    const lean_length = (run, column) => [0, held][column];
    engine.calls = { memory, lean_begin: () => 1, lean_counts: () => 512, lean_length };
    engine.buffer = 1024;
    new Float64Array(memory.buffer, 512, 2).set([1, sent]);
    assert.strictEqual(engine.begin("", true).isCut, sent > held);
  }
});
