/**
 * Baseline JPEG (ITU-T T.81), three components, 4:2:0, with Huffman tables made for the picture: 10
 * to 15 % smaller than with the standard's examples. The file holds JFIF's own header and nothing
 * else: no metadata of any kind.
 */
import { alloc } from './arena';
import { byte, flush, position, startAt, word, writeSymbols } from './bits';
import { SCRATCH, block } from './dct';
import { writeTable } from './huffman';
import { TABLE_BYTES, blockSymbols, tableBits } from './scan';
import { QUANT_CHROMA, QUANT_LUMA, ZIGZAG, scaleTable } from './tables';

/** Four blocks of luma, one of each chroma. */
const BLOCKS: i32 = 6;
const BLOCK_BYTES: usize = 128;
/** Maximum bytes of symbols of a block: one per value. */
const SYMBOL_BYTES: usize = 256;
/** The tables of chroma come behind the two of luma. */
const CHROMA: i32 = 2;
/** Markers, quantisation and Huffman tables together stay below this. */
const HEADERS: usize = 4096;
const EOI: i32 = 0xffd9;

let length: i32 = 0;

/** Bytes of the last file. */
export function encodedLength(): i32 {
  return length;
}

/**
 * Encodes planes padded to whole blocks: `y` to multiples of 16 samples, `cb` and `cr` (`cs` bytes
 * a line) to 8. `quality` 1..100 on the scale of the IJG library. Returns the file's address;
 * `encodedLength` is its size.
 */
export function encodeJpeg(
  y: usize,
  ys: i32,
  cb: usize,
  cr: usize,
  cs: i32,
  w: i32,
  h: i32,
  quality: i32,
): usize {
  const across = (w + 15) >> 4, down = (h + 15) >> 4;
  const steps = alloc(128);
  const factors = alloc(512);
  const frequencies = alloc(4 * TABLE_BYTES);
  const codes = alloc(4 * TABLE_BYTES);
  const symbols = alloc(<usize>(across * down * BLOCKS) * SYMBOL_BYTES);
  scaleTable(QUANT_LUMA, quality, steps, factors);
  scaleTable(QUANT_CHROMA, quality, steps + 64, factors + 256);
  memory.fill(frequencies, 0, 4 * TABLE_BYTES);
  const end = transform(y, ys, cb, cr, cs, across, down, factors, symbols, frequencies);

  const head = alloc(HEADERS);
  startAt(head);
  writeHeaders(steps, w, h);
  let bits: u64 = 0;
  for (let t = 0; t < 4; t++) {
    const at = <usize>t * TABLE_BYTES;
    writeTable(frequencies + at, ((t & 1) << 4) | (t >> 1), codes + at);
    bits += tableBits(frequencies + at, codes + at);
  }
  writeScanHeader();
  const headLength = <i32>(position() - head);

  // every byte of the scan could need stuffing
  const out = alloc(headLength + <usize>(bits >> 3) * 2 + 64);
  memory.copy(out, head, headLength);
  startAt(out + headLength);
  writeSymbols(symbols, end, codes);
  flush();
  word(EOI);
  length = <i32>(position() - out);
  return out;
}

/** Writes the symbols of every block at `at`; returns their end. */
function transform(
  y: usize,
  ys: i32,
  cb: usize,
  cr: usize,
  cs: i32,
  across: i32,
  down: i32,
  factors: usize,
  at: usize,
  frequencies: usize,
): usize {
  const scratch = alloc(SCRATCH), values = alloc(BLOCK_BYTES);
  let lastY = 0, lastCb = 0, lastCr = 0;
  for (let my = 0; my < down; my++) {
    for (let mx = 0; mx < across; mx++) {
      const corner = y + <usize>(my * 16 * ys + mx * 16);
      for (let k = 0; k < 4; k++) {
        const mask = block(
          corner + <usize>((k >> 1) * 8 * ys + (k & 1) * 8),
          ys,
          factors,
          scratch,
          values,
        );
        const dc = <i32>load<i16>(values);
        at = blockSymbols(values, mask, dc - lastY, 0, frequencies, at);
        lastY = dc;
      }
      const small = <usize>(my * 8 * cs + mx * 8);
      const u = block(cb + small, cs, factors + 256, scratch, values);
      at = blockSymbols(values, u, <i32>load<i16>(values) - lastCb, CHROMA, frequencies, at);
      lastCb = load<i16>(values);
      const v = block(cr + small, cs, factors + 256, scratch, values);
      at = blockSymbols(values, v, <i32>load<i16>(values) - lastCr, CHROMA, frequencies, at);
      lastCr = load<i16>(values);
    }
  }
  return at;
}

function writeHeaders(steps: usize, w: i32, h: i32): void {
  word(0xffd8);
  word(0xffe0); // JFIF 1.01, square pixels, no thumbnail
  word(16);
  word(0x4a46);
  word(0x4946);
  byte(0);
  word(0x0101);
  byte(0);
  word(1);
  word(1);
  word(0);
  for (let t = 0; t < 2; t++) {
    word(0xffdb);
    word(67);
    byte(t);
    for (let i = 0; i < 64; i++) byte(load<u8>(steps + <usize>t * 64 + load<u8>(ZIGZAG + i)));
  }
  word(0xffc0); // baseline, 8 bits
  word(17);
  byte(8);
  word(h);
  word(w);
  byte(3);
  component(1, 0x22, 0);
  component(2, 0x11, 1);
  component(3, 0x11, 1);
}

function component(id: i32, sampling: i32, table: i32): void {
  byte(id);
  byte(sampling);
  byte(table);
}

function writeScanHeader(): void {
  word(0xffda);
  word(12);
  byte(3);
  word(0x0100);
  word(0x0211);
  word(0x0311);
  byte(0);
  byte(63);
  byte(0);
}
