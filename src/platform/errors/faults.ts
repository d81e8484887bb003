import { AppError } from './app-error.js';

/** Gathers everything that is wrong with a request, so that the caller learns all of it in one answer. */
export class Faults {
  private readonly reasons = new Map<string, string>();
  private message: string | null = null;

  /**
   * The first reason given for a field stays.
   * @param message what the answer says if this turns out to be the first fault.
   */
  add(field: string, reason: string, message?: string): void {
    if (this.reasons.has(field)) return;
    this.reasons.set(field, reason);
    this.message ??=
      message ?? (reason === 'is required' ? `Invalid parameter: ${field} is required` : `Invalid parameter: ${field}`);
  }

  has(field: string): boolean {
    return this.reasons.has(field);
  }

  get isEmpty(): boolean {
    return this.message === null;
  }

  /** For those who gather what several have found. */
  reasonsByField(): Record<string, string> {
    return Object.fromEntries(this.reasons);
  }

  /** @returns rest_invalid_param naming every field at fault; null when nothing is. */
  toError(): AppError | null {
    if (this.message === null) return null;
    return new AppError('rest_invalid_param', this.message, { data: { params: Object.fromEntries(this.reasons) } });
  }

  /** @throws AppError rest_invalid_param naming every field at fault. */
  throwIfAny(): void {
    const error = this.toError();
    if (error) throw error;
  }
}
