import type { DomainEventMap } from '../events/domain-events.js';
import { exampleOf, integer, list, named, nullable, object, oneOf, text, type TypeOf } from './shape.js';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

describe('a schema of an event', () => {
  const thing = object({ id: integer(7), name: nullable(text('x')), kind: oneOf(['a', 'b']), tags: list(text('t')) });

  it('is JSON Schema: every member is required, and null is a type like another', () => {
    expect(thing).toEqual({
      type: 'object',
      required: ['id', 'name', 'kind', 'tags'],
      properties: {
        id: { type: 'integer', examples: [7] },
        name: { type: ['string', 'null'], examples: ['x'] },
        kind: { type: 'string', enum: ['a', 'b'] },
        tags: { type: 'array', items: { type: 'string', examples: ['t'] } },
      },
    });
    expect(nullable(oneOf(['a']))).toEqual({ type: ['string', 'null'], enum: ['a', null] });
    expect(nullable(named('Thing', thing))).toEqual({ anyOf: [named('Thing', thing), { type: 'null' }] });
  });

  it('makes an example out of those of its parts', () => {
    expect(exampleOf(object({ thing: nullable(named('Thing', thing)) }))).toEqual({
      thing: { id: 7, name: 'x', kind: 'a', tags: ['t'] },
    });
  });

  it('is the type of what it describes', () => {
    // Judged by the compiler: a line that does not hold is no program.
    const holds: readonly true[] = [
      true satisfies Same<
        TypeOf<typeof thing>,
        {
          readonly id: number;
          readonly name: string | null;
          readonly kind: 'a' | 'b';
          readonly tags: readonly string[];
        }
      >,
      true satisfies Same<DomainEventMap['contact.created']['contact']['email'], string | null>,
      true satisfies Same<DomainEventMap['email.sent']['email']['to'], string | null>,
      true satisfies Same<DomainEventMap['commerce.order_created']['order']['items'][number]['quantity'], number>,
    ];
    expect(holds).toHaveLength(4);
  });
});
