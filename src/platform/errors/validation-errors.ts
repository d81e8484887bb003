import { AppError, invalidParamMessage } from './app-error.js';

/** Collects all errors of a request, so that the caller gets them in one answer. */
export class ValidationErrors {
  private readonly reasons = new Map<string, string>();
  private message: string | null = null;
  /** What is accepted with a change, as texts for the caller. */
  readonly warnings: string[] = [];

  /**
   * Adds an error; the first reason of a field wins.
   * @param message message of the answer if this is the first error.
   */
  add(field: string, reason: string, message?: string): void {
    if (this.reasons.has(field)) return;
    this.reasons.set(field, reason);
    this.message ??= message ?? invalidParamMessage(field, reason);
  }

  /** Adds an error if records that the field names do not exist. */
  addUnknown(field: string, unknown: readonly (number | string)[]): void {
    if (unknown.length > 0) this.add(field, `unknown: ${unknown.join(', ')}`);
  }

  has(field: string): boolean {
    return this.reasons.has(field);
  }

  get isEmpty(): boolean {
    return this.message === null;
  }

  /** Merges the errors of several validators. */
  reasonsByField(): Record<string, string> {
    return Object.fromEntries(this.reasons);
  }

  /** @returns rest_invalid_param naming all invalid fields; null if there are none. */
  toError(): AppError | null {
    if (this.message === null) return null;
    return new AppError('rest_invalid_param', this.message, { data: { params: Object.fromEntries(this.reasons) } });
  }

  throwIfAny(): void {
    const error = this.toError();
    if (error) throw error;
  }
}
