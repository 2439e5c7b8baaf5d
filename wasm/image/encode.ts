/**
 * Baseline JPEG (ITU-T T.81), three components, 4:2:0, with Huffman tables made for the picture: 10
 * to 15 % smaller than with the standard's examples. The file holds JFIF's own header and nothing
 * else: no metadata of any kind.
 */
import { alloc } from './arena';
import { byte, flush, flushWhole, position, startAt, word, writeSymbols } from './bits';
import { SCRATCH, block } from './dct';
import { writeTable } from './huffman';
import { TABLE_BYTES, blockSymbols, category, setDifference, tableBits } from './scan';
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

/**
 * Addresses of the last part's tables, symbols and file. `frequencies`: of the part; `joint`: of
 * all parts.
 */
let steps: usize = 0;
let factors: usize = 0;
let frequencies: usize = 0;
let joint: usize = 0;
let codes: usize = 0;
let symbols: usize = 0, symbolsEnd: usize = 0;
/**
 * Means of a part's first and last block of each component, and the address of the first one's
 * symbol.
 */
let firstY: i32 = 0, firstCb: i32 = 0, firstCr: i32 = 0, dcY: i32 = 0, dcCb: i32 = 0, dcCr: i32 = 0;
let symbolCb: usize = 0, symbolCr: usize = 0;
let head: usize = 0, headLength: i32 = 0, length: i32 = 0;

/** Bytes of the last file, or of the last part's scan. */
export function encodedLength(): i32 {
  return length;
}

/**
 * Encodes planes padded to whole blocks: `y` to multiples of 16 samples, `cb` and `cr` (`cs` bytes
 * a line) to 8. `quality` 1..100 on the scale of the IJG library. Answers where the file stands;
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
  transformPart(y, ys, cb, cr, cs, w, h, quality);
  writeHead(w, h);
  return writeFile(true);
}

/**
 * First step of a picture that is encoded in two parts, one above the other, in two memories: the
 * symbols of a part of `h` lines, of which all but the last part's are a multiple of 16. Answers
 * how often each occurs: u32[4][256].
 */
export function transformPart(
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
  steps = alloc(128);
  factors = alloc(512);
  frequencies = alloc(4 * TABLE_BYTES);
  joint = alloc(4 * TABLE_BYTES);
  codes = alloc(4 * TABLE_BYTES);
  symbols = alloc(<usize>(across * down * BLOCKS) * SYMBOL_BYTES);
  scaleTable(QUANT_LUMA, quality, steps, factors);
  scaleTable(QUANT_CHROMA, quality, steps + 64, factors + 256);
  memory.fill(frequencies, 0, 4 * TABLE_BYTES);
  symbolsEnd = transform(y, ys, cb, cr, cs, across, down, factors, symbols, frequencies);
  memory.copy(joint, frequencies, 4 * TABLE_BYTES);
  return frequencies;
}

/**
 * Mean, as it is quantised, of the part's first block (`last` false) or last block of component 0
 * to 2.
 */
export function meanOf(component: i32, last: bool): i32 {
  if (component == 0) return last ? dcY : firstY;
  if (component == 1) return last ? dcCb : firstCb;
  return last ? dcCr : firstCr;
}

/**
 * Counts the part below this one: its frequencies and the means of its first blocks, which follow
 * on our last ones.
 */
export function countBelow(theirs: usize, y: i32, cb: i32, cr: i32): void {
  for (let i: usize = 0; i < 4 * TABLE_BYTES; i += 4)
    store<u32>(joint + i, load<u32>(joint + i) + load<u32>(theirs + i));
  follow(0, y, dcY);
  follow(CHROMA, cb, dcCb);
  follow(CHROMA, cr, dcCr);
}

/** A first block was counted as if it were the first of the picture. */
function follow(table: i32, first: i32, before: i32): void {
  const at = joint + <usize>table * TABLE_BYTES;
  const alone = at + (<usize>category(first) << 2);
  const after = at + (<usize>category(first - before) << 2);
  store<u32>(alone, load<u32>(alone) - 1);
  store<u32>(after, load<u32>(after) + 1);
}

/**
 * Writes everything before the scan of a picture of `w` × `h`. Returns the codes: u32[4][256],
 * length << 16 | code.
 */
export function writeHead(w: i32, h: i32): usize {
  head = alloc(HEADERS);
  startAt(head, 0);
  writeHeaders(steps, w, h);
  for (let t = 0; t < 4; t++) {
    const at = <usize>t * TABLE_BYTES;
    writeTable(joint + at, ((t & 1) << 4) | (t >> 1), codes + at);
  }
  writeScanHeader();
  headLength = <i32>(position() - head);
  return codes;
}

/** Bits that the part's symbols take with these codes. */
function partBits(using: usize): u64 {
  let total: u64 = 0;
  for (let t: usize = 0; t < 4; t++)
    total += tableBits(frequencies + t * TABLE_BYTES, using + t * TABLE_BYTES);
  return total;
}

/** How many bits of its last byte the first part fills: the next one begins behind them. */
export function lastBits(): i32 {
  return <i32>(partBits(codes) & 7);
}

/**
 * The file, from its head to the end of this part; `ends`: nothing follows. Else the bits of an
 * unfinished byte wait in `openByte`.
 */
export function writeFile(ends: bool): usize {
  const out = scanRoom(codes, headLength);
  memory.copy(out, head, headLength);
  startAt(out + headLength, 0);
  writeSymbols(symbols, symbolsEnd, codes);
  if (ends) {
    flush();
    word(EOI);
  } else {
    flushWhole();
  }
  length = <i32>(position() - out);
  return out;
}

/**
 * The scan of the second part, and the end of the file, with the codes of the whole. The three
 * means are those of the last blocks before it, `bits` as `lastBits` says: as many zeros stand
 * before its first byte, to be joined with `openByte` of the first.
 */
export function writeBelow(theirCodes: usize, y: i32, cb: i32, cr: i32, bits: i32): usize {
  setDifference(symbols, 0, firstY - y);
  setDifference(symbolCb, CHROMA, firstCb - cb);
  setDifference(symbolCr, CHROMA, firstCr - cr);
  const out = scanRoom(theirCodes, 0);
  startAt(out, bits);
  writeSymbols(symbols, symbolsEnd, theirCodes);
  flush();
  word(EOI);
  length = <i32>(position() - out);
  return out;
}

/**
 * Every byte of the scan could need stuffing; three first symbols may have changed since they were
 * counted.
 */
function scanRoom(using: usize, before: i32): usize {
  return alloc(before + <usize>(partBits(using) >> 3) * 2 + 64);
}

/** Writes the symbols of every block at `at`; answers their end. */
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
      const first = (mx | my) == 0;
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
        if (first && k == 0) firstY = dc;
        at = blockSymbols(values, mask, dc - lastY, 0, frequencies, at);
        lastY = dc;
      }
      const small = <usize>(my * 8 * cs + mx * 8);
      if (first) symbolCb = at;
      const u = block(cb + small, cs, factors + 256, scratch, values);
      at = blockSymbols(values, u, <i32>load<i16>(values) - lastCb, CHROMA, frequencies, at);
      lastCb = load<i16>(values);
      if (first) symbolCr = at;
      const v = block(cr + small, cs, factors + 256, scratch, values);
      at = blockSymbols(values, v, <i32>load<i16>(values) - lastCr, CHROMA, frequencies, at);
      lastCr = load<i16>(values);
      if (!first) continue;
      firstCb = lastCb;
      firstCr = lastCr;
    }
  }
  dcY = lastY;
  dcCb = lastCb;
  dcCr = lastCr;
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
