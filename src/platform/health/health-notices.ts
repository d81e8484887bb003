import { Injectable } from '@nestjs/common';

/** Returns a notice for the readiness answer, or null if all is well. */
type HealthNotice = () => Promise<string | null>;

/** Notices of modules in the readiness answer. They do not affect readiness. */
@Injectable()
export class HealthNotices {
  private readonly notices = new Map<string, HealthNotice>();

  add(name: string, notice: HealthNotice): void {
    this.notices.set(name, notice);
  }

  /** Returns the notices by name, without the empty ones. */
  async read(): Promise<Record<string, string>> {
    const answers = await Promise.all([...this.notices].map(async ([name, ask]) => [name, await ask()] as const));
    return Object.fromEntries(answers.flatMap(([name, word]) => (word === null ? [] : [[name, word]])));
  }
}
