import { OneOf } from './dto-fields.js';

const DIRECTIONS = ['ASC', 'DESC'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface Sorting<Field extends string> {
  readonly field: Field;
  readonly direction: Direction;
}

/**
 * Adds the sort parameters of a list. The specification names them differently per list, so every list accepts `order_by`/`order_type` and
 * `sort_by`/`sort_type`/`sort_order`. By default, the highest id comes first.
 */
export function sortable<Field extends string, Query extends object>(
  BaseQuery: new () => Query,
  fields: readonly Field[],
  byDefault: Sorting<Field | 'id'> = { field: 'id', direction: 'DESC' },
): new () => Query & { toSorting(): Sorting<Field> } {
  class SortableQuery extends (BaseQuery as new () => object) {
    @OneOf(fields, { description: `Sort field; \`${byDefault.field}\` by default` })
    sort_by?: Field;
    @OneOf(fields, { description: 'Alias of `sort_by`' }) order_by?: Field;
    @OneOf(DIRECTIONS, {
      ignoreCase: true,
      description: `Sort direction, case-insensitive; \`${byDefault.direction}\` by default`,
    })
    sort_order?: Direction;
    @OneOf(DIRECTIONS, { ignoreCase: true, description: 'Alias of `sort_order`' }) sort_type?: Direction;
    @OneOf(DIRECTIONS, { ignoreCase: true, description: 'Alias of `sort_order`' }) order_type?: Direction;

    toSorting(): Sorting<Field> {
      return {
        field: this.sort_by ?? this.order_by ?? (byDefault.field as Field),
        direction: this.sort_order ?? this.sort_type ?? this.order_type ?? byDefault.direction,
      };
    }
  }
  return SortableQuery as unknown as new () => Query & { toSorting(): Sorting<Field> };
}
