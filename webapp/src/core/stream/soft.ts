// The software decoder, fetched only where the browser has none: compiled once, an instance for each stream,
// so that what a hostile stream breaks or makes it use ends with its own instance. Its exports are in wasm-core/soft/src/exports.rs.
import type * as Door from '@owldeck/soft/soft_bg.wasm';
import url from '@owldeck/soft/soft_bg.wasm?url';
import type { SoftDecoder } from '@owldeck/stream';

/** Imports that the module declares for JS values; none is ever passed. */
const imports = { './soft_bg.js': { __wbindgen_init_externref_table: () => {} } };

function make(module: WebAssembly.Module): SoftDecoder {
  const door = new WebAssembly.Instance(module, imports).exports as unknown as typeof Door;
  door.__wbindgen_start();
  return {
    decode: (unit) => {
      const at = door.room(unit.length);
      if (!at) throw new RangeError('the access unit is too long');
      // Memory that grew has another buffer: it is asked for each time.
      new Uint8Array(door.memory.buffer, at, unit.length).set(unit);
      const made = door.decode(unit.length);
      if (made < 0) throw new Error(`software decoder: ${made}`);
      return made > 0;
    },
    draw: (context) => {
      const at = door.paint();
      const [width, height] = [door.width(), door.height()];
      if (!at) throw new Error('software decoder: no picture');
      context.putImageData(
        new ImageData(new Uint8ClampedArray(door.memory.buffer, at, width * height * 4), width),
        0,
        0,
      );
    },
    get width() {
      return door.width();
    },
    get height() {
      return door.height();
    },
  };
}

/** Fetches and compiles the decoder; answers a function that makes instances. */
export async function load(): Promise<() => SoftDecoder> {
  const module = await WebAssembly.compileStreaming(fetch(url));
  return () => make(module);
}
