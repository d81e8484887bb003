import { createCipheriv, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** What a token refers to: a message and, for clicks, a link. */
export interface LinkTarget {
  readonly messageId: number;
  /** 0 unless it is a click. */
  readonly linkId: number;
}

interface TokenRequest extends LinkTarget {
  /** The purpose in one letter; the token is invalid for any other. */
  readonly use: string;
}

const ID_BYTES = 2;
const MAC_BYTES = 16;
const TARGET_BYTES = 12;
const BLOCK_BYTES = 16;
const TARGET_START = BLOCK_BYTES - TARGET_BYTES;

/**
 * Creates and reads tokens of one key: two bytes of key id, 16 bytes of MAC, and message and link masked by the MAC (a
 * synthetic IV: deterministic, and nothing can be enumerated). Purpose and target fill exactly one block, so AES under
 * one key is the MAC (CBC-MAC of a single block), and AES under another key is the mask. An email needs a dozen tokens;
 * encrypted together they cost as much as two HMACs.
 */
export class LinkTokens {
  readonly id: Buffer;
  private readonly macKey: KeyObject;
  private readonly maskKey: KeyObject;

  constructor(key: KeyObject) {
    this.macKey = createSecretKey(derived(key, 'link tokens: mac'));
    this.maskKey = createSecretKey(derived(key, 'link tokens: mask'));
    this.id = derived(key, 'link tokens: id').subarray(0, ID_BYTES);
  }

  /** @returns a token per request, in order. */
  make(requests: readonly TokenRequest[]): string[] {
    const blocks = Buffer.alloc(requests.length * BLOCK_BYTES);
    for (const [index, request] of requests.entries()) writeBlock(blocks, index * BLOCK_BYTES, request);
    const macs = encrypted(this.macKey, blocks);
    const masks = encrypted(this.maskKey, macs);
    const token = Buffer.alloc(ID_BYTES + MAC_BYTES + TARGET_BYTES);
    this.id.copy(token);
    return requests.map((_request, index) => {
      const start = index * BLOCK_BYTES;
      macs.copy(token, ID_BYTES, start, start + MAC_BYTES);
      for (let byte = 0; byte < TARGET_BYTES; byte += 1)
        token[ID_BYTES + MAC_BYTES + byte] = (blocks[start + TARGET_START + byte] ?? 0) ^ (masks[start + byte] ?? 0);
      return token.toString('base64url');
    });
  }

  /** @returns null unless the token was made with this key for this purpose. */
  read(use: string, token: Buffer): LinkTarget | null {
    const mac = token.subarray(ID_BYTES, ID_BYTES + MAC_BYTES);
    const mask = encrypted(this.maskKey, mac);
    const target = Buffer.from(token.subarray(ID_BYTES + MAC_BYTES).map((byte, index) => byte ^ (mask[index] ?? 0)));
    const messageId = Number(target.readBigUInt64BE(0));
    // A larger id is not exact and would not produce its own block.
    if (!Number.isSafeInteger(messageId)) return null;
    const read = { messageId, linkId: target.readUInt32BE(8) };
    const block = Buffer.alloc(BLOCK_BYTES);
    writeBlock(block, 0, { use, ...read });
    return timingSafeEqual(encrypted(this.macKey, block), mac) ? read : null;
  }
}

/** Reads tokens of older emails: the same layout, but with HMACs. */
export function readHmacToken(key: KeyObject, purpose: string, token: Buffer): LinkTarget | null {
  const mac = token.subarray(ID_BYTES, ID_BYTES + MAC_BYTES);
  const mask = createHmac('sha256', key).update('stream:').update(mac).digest();
  const target = Buffer.from(token.subarray(ID_BYTES + MAC_BYTES).map((byte, index) => byte ^ (mask[index] ?? 0)));
  const expected = createHmac('sha256', key).update(`mac:${purpose}:`).update(target).digest().subarray(0, MAC_BYTES);
  if (!timingSafeEqual(expected, mac)) return null;
  return { messageId: Number(target.readBigUInt64BE(0)), linkId: target.readUInt32BE(8) };
}

function writeBlock(blocks: Buffer, start: number, { use, messageId, linkId }: TokenRequest): void {
  blocks.writeUInt8(use.charCodeAt(0), start);
  blocks.writeBigUInt64BE(BigInt(messageId), start + TARGET_START);
  blocks.writeUInt32BE(linkId, start + TARGET_START + 8);
}

const derived = (key: KeyObject, use: string): Buffer => createHmac('sha256', key).update(use).digest();

/** Encrypts each block alone. ECB is safe here, because blocks never repeat. */
function encrypted(key: KeyObject, blocks: Buffer): Buffer {
  return createCipheriv('aes-256-ecb', key, null).setAutoPadding(false).update(blocks);
}
