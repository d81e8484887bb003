import type { AppError } from '../errors/app-error.js';
import {
  CountryCode,
  EmailAddress,
  Flag,
  HttpUrl,
  Ids,
  Members,
  OneOf,
  Text,
  Texts,
  WholeNumber,
  Words,
} from './dto-fields.js';
import { validationPipe } from './validation.js';

class Dto {
  @Text({ required: true, max: 5 }) title!: string;
  @Text({ nullable: true }) note?: string | null;
  @Text() phone?: string;
  @WholeNumber({ min: 1, max: 10 }) amount?: number;
  @Flag() active?: boolean;
  @OneOf(['Red', 'Blue'], { ignoreCase: true }) colour?: string;
  @Ids({ max: 3 }) tags?: number[];
  @Words(['a', 'b']) letters?: string[];
  @Texts({ max: 3, maxItems: 2 }) words?: string[];
  @Members() values?: object;
  @EmailAddress() email?: string;
  @HttpUrl({ nullable: true }) website?: string | null;
  @CountryCode() country?: string;
  @Ids({ min: 1 }) members?: number[];
}

async function read(body: unknown): Promise<Dto> {
  return (await validationPipe().transform(body, { type: 'body', metatype: Dto })) as Dto;
}

async function faultsOf(body: unknown): Promise<unknown> {
  try {
    await read(body);
  } catch (error) {
    return (error as AppError).options.data?.['params'];
  }
  return {};
}

describe('the fields of a DTO', () => {
  it('reads what query strings and older clients send', async () => {
    const dto = await read({
      title: '  ab ',
      amount: '7',
      active: 'YES',
      colour: 'bLUE',
      tags: '1, 2',
      letters: 'a',
      words: ['x', 'y'],
      values: { a: 1 },
    });
    expect(dto).toEqual({
      title: 'ab',
      amount: 7,
      active: true,
      colour: 'Blue',
      tags: [1, 2],
      letters: ['a'],
      words: ['x', 'y'],
      values: { a: 1 },
    });
    expect(dto).toBeInstanceOf(Dto);
  });

  it('counts characters as the columns do', async () => {
    expect(await faultsOf({ title: '🎉'.repeat(5), words: ['🎉'.repeat(3)] })).toEqual({});
    expect(await faultsOf({ title: 'x\ufe0f'.repeat(3), words: ['x\ufe0fyz'] })).toEqual({
      title: 'must be at most 5 characters long',
      words: 'items must be at most 3 characters long',
    });
  });

  it('brings addresses, URLs and countries into their one spelling, or says what is wrong', async () => {
    const sent = { title: 'a', email: ' Ada@Example.COM', website: ' https://example.com/ ', country: 'gbr' };
    await expect(read(sent)).resolves.toEqual({
      title: 'a',
      email: 'ada@example.com',
      website: 'https://example.com/',
      country: 'GB',
    });
    await expect(read({ title: 'a', website: null })).resolves.toEqual({ title: 'a', website: null });
    expect(await faultsOf({ title: 'a', email: 'ada', website: 'example.com', country: 'Atlantis' })).toEqual({
      email: 'must be one email address',
      website: 'must be an http or https URL',
      country: 'must be a country code or the name of a country',
    });
    expect(await faultsOf({ title: 'a', email: 7, website: 'x'.repeat(1_000_000), country: null })).toEqual({
      email: 'must be text',
      website: 'must be at most 2048 characters long',
      country: 'must be text',
    });
  });

  it('asks for as many ids as are needed', async () => {
    expect(await faultsOf({ title: 'a', members: [] })).toEqual({ members: 'must hold at least one id' });
    expect(await faultsOf({ title: 'a', members: 'x' })).toEqual({ members: 'must hold ids only' });
    expect(await faultsOf({ title: 'a', tags: [], members: [1] })).toEqual({});
  });

  it('drops members that it does not know', async () => {
    await expect(read({ title: 'a', id: 7, created_at: 'x' })).resolves.toEqual({ title: 'a' });
  });

  it('says what is wrong with every faulty field at once', async () => {
    await expect(
      faultsOf({
        note: [],
        phone: null,
        amount: '1e1',
        active: 'perhaps',
        colour: 'green',
        tags: ['1', 'x'],
        letters: 'c',
        words: ['long'],
        values: 'x',
      }),
    ).resolves.toEqual({
      title: 'is required',
      note: 'must be text',
      phone: 'must be text',
      amount: 'must be a whole number',
      active: 'must be true or false',
      colour: 'must be one of: Red, Blue',
      tags: 'must hold ids only',
      letters: 'must hold only: a, b',
      words: 'items must be at most 3 characters long',
      values: 'must be an object',
    });
  });

  it.each([
    [{ title: '' }, { title: 'must not be empty' }],
    [{ title: '   ' }, { title: 'must not be empty' }],
    [{ title: null }, { title: 'must be text' }],
    [{ title: 'sixsix' }, { title: 'must be at most 5 characters long' }],
    [{ title: 'a', amount: 0 }, { amount: 'must be at least 1' }],
    [{ title: 'a', amount: 11 }, { amount: 'must be at most 10' }],
    [{ title: 'a', amount: 1.5 }, { amount: 'must be a whole number' }],
    [{ title: 'a', amount: '' }, { amount: 'must be a whole number' }],
    [{ title: 'a', tags: [0] }, { tags: 'must hold ids only' }],
    [{ title: 'a', tags: [4_294_967_296] }, { tags: 'must hold ids only' }],
    [{ title: 'a', tags: [[1]] }, { tags: 'must hold ids only' }],
    [{ title: 'a', tags: { x: 1 } }, { tags: 'must be an array of ids' }],
    [{ title: 'a', tags: [1, 2, 3, 4] }, { tags: 'must hold at most 3 ids' }],
    [{ title: 'a', words: ['a', 'b', 'c'] }, { words: 'must hold at most 2 items' }],
    [{ title: 'a', words: [1] }, { words: 'must hold text only' }],
    [{ title: 'a', values: [] }, { values: 'must be an object' }],
    [{ title: 'a', active: 'constructor' }, { active: 'must be true or false' }],
  ])('refuses %j', async (body, faults) => {
    await expect(faultsOf(body)).resolves.toEqual(faults);
  });

  it.each([
    [
      { title: 'a', note: null },
      { title: 'a', note: null },
    ],
    [
      { title: 'a', tags: '' },
      { title: 'a', tags: [] },
    ],
    [
      { title: 'a', tags: 7 },
      { title: 'a', tags: [7] },
    ],
    [
      { title: 'a', active: 0 },
      { title: 'a', active: false },
    ],
    [{ title: 'a', amount: undefined }, { title: 'a' }],
  ])('takes %j', async (body, expected) => {
    await expect(read(body)).resolves.toEqual(expected);
  });

  it.each([[[]], [[{ title: 'a' }]], ['text'], [7], [null]])('refuses a body that is no object: %j', async (body) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'rest_invalid_json' });
  });
});
