import { idOfCursor, offsetOf, type PageRequest, type Direction } from '../../../platform/http/page.js';

const BITS = 32;
/** Room for new contacts, so that not each of them copies the words. */
const SPARE_WORDS = 512;

type Words = Uint32Array<ArrayBuffer>;

/** A set of contact ids, as a bitmap. */
export class ContactSet {
  private count = 0;

  constructor(private words: Words = new Uint32Array(0)) {}

  /** Returns an empty set with room for ids up to the given one. */
  static upTo(id: number): ContactSet {
    return new ContactSet(new Uint32Array(Math.ceil(id / BITS) + SPARE_WORDS));
  }

  /** Returns the contacts that are in any set of each group. */
  static inEach(groups: readonly (readonly ContactSet[])[]): ContactSet {
    const unions = groups.map((sets) => unionOf(sets.map(({ words }) => words)));
    const [shortest = new Uint32Array(0), ...others] = unions.sort((a, b) => a.length - b.length);
    const common = new ContactSet(shortest);
    for (let index = 0; index < shortest.length; index += 1) {
      let word = shortest[index] ?? 0;
      for (const words of others) word &= words[index] ?? 0;
      shortest[index] = word;
      common.count += bitsOf(word);
    }
    return common;
  }

  get size(): number {
    return this.count;
  }

  get bytes(): number {
    return this.words.byteLength;
  }

  set(id: number, isMember: boolean): void {
    const index = Math.floor(id / BITS);
    if (index >= this.words.length) {
      const words = new Uint32Array(index + SPARE_WORDS);
      words.set(this.words);
      this.words = words;
    }
    const word = this.words[index] ?? 0;
    const bit = 1 << (id % BITS);
    if (((word & bit) !== 0) === isMember) return;
    this.words[index] = word ^ bit;
    this.count += isMember ? 1 : -1;
  }

  /** Returns the ids of a page in the order of ids, plus one that shows whether there is a next page. */
  page(direction: Direction, request: PageRequest): number[] {
    const after = request.cursor ? idOfCursor(request.cursor) : null;
    const skip = request.cursor === undefined ? offsetOf(request) : 0;
    const ids: number[] = [];
    for (const id of this.walk(direction === 'DESC' ? -1 : 1, after, skip)) if (ids.push(id) > request.perPage) break;
    return ids;
  }

  private *walk(step: 1 | -1, after: number | null, skip: number): Generator<number> {
    const end = this.words.length * BITS;
    const firstOfWord = step > 0 ? 0 : BITS - 1;
    for (let id = step > 0 ? (after ?? -1) + 1 : Math.min(after ?? end, end) - 1; id >= 0 && id < end; id += step) {
      const word = this.words[Math.floor(id / BITS)] ?? 0;
      const bits = id % BITS === firstOfWord ? bitsOf(word) : BITS + skip;
      if (bits <= skip) {
        skip -= bits;
        id += step * (BITS - 1);
      } else if (((word >>> (id % BITS)) & 1) === 1) {
        if (skip === 0) yield id;
        else skip -= 1;
      }
    }
  }
}

function unionOf(sets: readonly Words[]): Words {
  const [longest, ...others] = [...sets].sort((a, b) => b.length - a.length);
  const all = new Uint32Array(longest ?? []);
  for (const words of others)
    for (let index = 0; index < words.length; index += 1) all[index] = (all[index] ?? 0) | (words[index] ?? 0);
  return all;
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
