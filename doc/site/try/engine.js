// SPDX-License-Identifier: GPL-2.0-only
"use strict";

/** What WebAssembly's C library may ask of a system: nothing is written, nothing is read. */
function makeSystem(getMemory) {
  const done = () => 0;
  return {
    fd_close: done,
    fd_seek: done,
    fd_write: done,
    environ_get: done,
    environ_sizes_get: (count, size) => {
      new Uint32Array(getMemory().buffer)[count / 4] = 0;
      new Uint32Array(getMemory().buffer)[size / 4] = 0;
      return 0;
    },
    proc_exit: () => {
      throw new Error("the simulation has stopped by itself");
    },
  };
}

/** A simulation that is under way, or at its end. */
class Run {
  constructor(engine, pointer) {
    this.engine = engine;
    this.pointer = pointer;
  }

  /** Go on for so many events at most; tells whether it is at its end. */
  step(events) {
    return this.engine.calls.lean_run(this.pointer, events) === 1;
  }

  /** Seconds that have been simulated. */
  get time() {
    return this.engine.calls.lean_time(this.pointer);
  }

  /** Whether more segments were sent than the columns hold: all that came later is in none. */
  get isCut() {
    const held = this.engine.calls.lean_length(this.pointer, this.engine.columnNames.indexOf("sent.time"));
    return this.counts.segments > held;
  }

  get counts() {
    const names = this.engine.countNames;
    const values = this.engine.numbers(this.engine.calls.lean_counts(this.pointer), names.length);
    return Object.fromEntries(names.map((name, index) => [name, values[index]]));
  }

  /** Columns by name, copied. */
  get columns() {
    const calls = this.engine.calls;
    const copy = (name, index) =>
      [name, this.engine.numbers(calls.lean_column(this.pointer, index), calls.lean_length(this.pointer, index))];
    return Object.fromEntries(this.engine.columnNames.map(copy));
  }

  end() {
    this.engine.calls.lean_end(this.pointer);
  }
}

/** The simulator, compiled to WebAssembly. */
class Engine {
  static #ROOM = 8192; // octets of a setting, and of what is wrong with one

  static async load(compiled) {
    const engine = new Engine();
    const system = { wasi_snapshot_preview1: makeSystem(() => engine.calls.memory) };
    engine.calls = (await WebAssembly.instantiate(compiled, system)).exports;
    engine.calls._initialize();
    engine.buffer = engine.calls.malloc(2 * Engine.#ROOM);
    engine.variants = engine.table(engine.calls.lean_variants(), ["name", "colour", "words"]);
    engine.parameters = engine.table(engine.calls.lean_parameters(),
                                     ["name", "least", "largest", "usual", "isWhole", "meaning"]);
    engine.countNames = engine.text(engine.calls.lean_count_names()).split(" ");
    engine.columnNames = engine.text(engine.calls.lean_column_names()).split(" ");
    return engine;
  }

  /** Begin a simulation; an Error's message says what is wrong with its setting. */
  begin(setting, records) {
    const octets = new TextEncoder().encode(setting);
    if (octets.length >= Engine.#ROOM) {
      throw new Error("the setting is longer than " + Engine.#ROOM + " characters");
    }
    const memory = new Uint8Array(this.calls.memory.buffer);
    memory.set(octets, this.buffer);
    memory[this.buffer + octets.length] = 0;
    const fault = this.buffer + Engine.#ROOM;
    const pointer = this.calls.lean_begin(this.buffer, records ? 1 : 0, fault, Engine.#ROOM, 0);
    if (pointer === 0) {
      throw new Error(this.text(fault));
    }
    return new Run(this, pointer);
  }

  text(pointer) {
    const memory = new Uint8Array(this.calls.memory.buffer);
    return new TextDecoder().decode(memory.slice(pointer, memory.indexOf(0, pointer)));
  }

  table(pointer, names) {
    const line = (text) => Object.fromEntries(text.split("\t").map((cell, index) => [names[index], cell]));
    return this.text(pointer).trimEnd().split("\n").map(line);
  }

  numbers(pointer, count) {
    return new Float64Array(this.calls.memory.buffer, pointer, count).slice();
  }
}

if (typeof module !== "undefined") {
  module.exports = { Engine };
}
