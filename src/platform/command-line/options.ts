import { Option } from 'nest-commander';

interface OptionOf {
  readonly description: string;
  readonly required?: boolean;
  /** Default: the text of a value, or whether the flag is set. `before` is the result of an earlier one of the same name. */
  readonly parse?: (value: string, before?: never) => unknown;
}

/** Parses an option that may be given several times. */
export const repeatable = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Declares options of a command by their flags, with a description or more. Subclasses inherit them. */
export function Options(table: Readonly<Record<string, string | OptionOf>>): ClassDecorator {
  return ({ prototype }) => {
    for (const [flags, entry] of Object.entries(table)) {
      const option: OptionOf = typeof entry === 'string' ? { description: entry } : entry;
      const { description, required = false, parse } = option;
      const byDefault = flags.includes('<') ? (value: string) => value : () => !flags.startsWith('--no-');
      // A function of its own for each option, because nest-commander stores the option there.
      const value = (given: string, before?: never): unknown => (parse ?? byDefault)(given, before);
      const descriptor = { value, writable: true, configurable: true };
      Object.defineProperty(prototype, flags, descriptor);
      Option({ flags, description, required })(prototype as object, flags, descriptor);
    }
  };
}
