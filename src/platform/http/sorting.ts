import { OneOf } from './dto-fields.js';

export const DIRECTIONS = ['ASC', 'DESC'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface Sorting<Field extends string> {
  readonly field: Field;
  readonly direction: Direction;
}

/**
 * Adds the sort parameters of a list. `order_by`/`order_type` and `sort_by`/`sort_type`/`sort_order` are the same
 * parameters everywhere, because the specification names them differently from list to list.
 */
export function sortable<Field extends string, Query extends object>(
  BaseQuery: new () => Query,
  fields: readonly Field[],
  byDefault: Sorting<Field>,
): new () => Query & { toSorting(): Sorting<Field> } {
  class SortableQuery extends (BaseQuery as new () => object) {
    @OneOf(fields, { description: `What the rows are sorted by; \`${byDefault.field}\` when it is left out` })
    sort_by?: Field;
    @OneOf(fields, { description: 'The same as `sort_by`' }) order_by?: Field;
    @OneOf(DIRECTIONS, {
      ignoreCase: true,
      description: `Which way, in any case of letters; \`${byDefault.direction}\` when it is left out`,
    })
    sort_order?: Direction;
    @OneOf(DIRECTIONS, { ignoreCase: true, description: 'The same as `sort_order`' }) sort_type?: Direction;
    @OneOf(DIRECTIONS, { ignoreCase: true, description: 'The same as `sort_order`' }) order_type?: Direction;

    toSorting(): Sorting<Field> {
      return {
        field: this.sort_by ?? this.order_by ?? byDefault.field,
        direction: this.sort_order ?? this.sort_type ?? this.order_type ?? byDefault.direction,
      };
    }
  }
  return SortableQuery as unknown as new () => Query & { toSorting(): Sorting<Field> };
}
