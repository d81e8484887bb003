import type { IncomingMessage } from 'node:http';
import { raw, type NextFunction, type RequestHandler, type Response } from 'express';
import { AppError } from '../errors/app-error.js';
import type { AppRequest } from './request.js';

const MAX_DEPTH = 32;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether brackets nest deeper than `limit`. It reads bytes once, before any parser builds what it could choke on. */
export function nestsDeeperThan(limit: number, json: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > limit) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}

/** Keys that would reach the prototype when an object is copied. `JSON.parse` keeps them as ordinary members. */
const dropPrototypeKeys = (key: string, value: unknown): unknown =>
  key === '__proto__' || key === 'constructor' || key === 'prototype' ? undefined : value;

/** Half a surrogate pair is no text; the database would put U+FFFD there, and answers would show what is not stored. */
const wellFormed = (value: unknown): unknown => (typeof value === 'string' ? Buffer.from(value).toString() : value);

const mayHoldPrototypeKeys = (text: string): boolean => /__proto__|"constructor"|"prototype"|\\u00/.test(text);
const mayHoldHalves = (text: string): boolean => /\\u[dD][89a-fA-F]/.test(text);

/** @throws AppError rest_invalid_json for text that is no JSON or nests too deep. */
export function parseJson(body: Buffer): unknown {
  if (nestsDeeperThan(MAX_DEPTH, body))
    throw new AppError('rest_invalid_json', `Invalid JSON body: nested deeper than ${MAX_DEPTH} levels.`);
  const text = body.toString('utf8');
  try {
    return JSON.parse(text, reviverFor(text)) as unknown;
  } catch {
    throw new AppError('rest_invalid_json', 'Invalid JSON body passed.');
  }
}

/** A reviver costs time on large bodies, so none runs unless what it is for can be there (escapes included). */
function reviverFor(text: string): ((key: string, value: unknown) => unknown) | undefined {
  if (!mayHoldHalves(text)) return mayHoldPrototypeKeys(text) ? dropPrototypeKeys : undefined;
  return (key, value) => wellFormed(dropPrototypeKeys(key, value));
}

export interface BodyLimits {
  readonly limit: number;
  /** Routes, by the end of their path, that take `largeLimit`. */
  readonly largeRoutes: RegExp;
  readonly largeLimit: number;
  /** Paths whose handlers read whatever is posted to them, JSON as well. */
  readonly unread: RegExp;
}

/** A body that comes with a question means nothing (RFC 9110, section 9.3.1), so there is nothing to find fault with. */
const onlyAsks = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Reads JSON bodies. Other types pass by unread: the routes that take forms or files read them themselves. */
export function jsonBody({ limit, largeRoutes, largeLimit, unread }: BodyLimits): RequestHandler {
  const isJson = (request: IncomingMessage): boolean => JSON_TYPE.test(request.headers['content-type'] ?? '');
  const readSmall = raw({ type: isJson, limit });
  const readLarge = raw({ type: isJson, limit: largeLimit });
  return (request, response: Response, next: NextFunction) => {
    if (onlyAsks(request) || unread.test(request.path)) {
      request.body ??= {};
      next();
      return;
    }
    const read = largeRoutes.test(request.path) ? readLarge : readSmall;
    read(request, response, (error?: unknown) => {
      if (error) {
        next(error);
        return;
      }
      try {
        const body: unknown = request.body;
        if (Buffer.isBuffer(body)) {
          (request as AppRequest).rawBody = body;
          request.body = body.length === 0 ? {} : parseJson(body);
        } else request.body ??= {};
        next();
      } catch (parseError) {
        next(parseError);
      }
    });
  };
}

/** Refuses what no API route can read, so that a form post is not taken for an empty JSON body. */
export function refuseOtherMedia(except: RegExp): RequestHandler {
  return (request, _response, next) => {
    const type = request.headers['content-type'];
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
    if (!hasBody || onlyAsks(request) || (type !== undefined && JSON_TYPE.test(type)) || except.test(request.path))
      next();
    else next(new AppError('rest_unsupported_media_type', 'The request body must be application/json.'));
  };
}
