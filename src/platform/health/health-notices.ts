import { Injectable } from '@nestjs/common';

/** Asked when somebody asks for our health: a word about what is wrong, or null. */
export type HealthNotice = () => Promise<string | null>;

/** What modules have to say beside database and Redis. It makes nobody unready: it is for a person to read. */
@Injectable()
export class HealthNotices {
  private readonly notices = new Map<string, HealthNotice>();

  add(name: string, notice: HealthNotice): void {
    this.notices.set(name, notice);
  }

  /** By name, where there is something to say. */
  async read(): Promise<Record<string, string>> {
    const answers = await Promise.all([...this.notices].map(async ([name, ask]) => [name, await ask()] as const));
    return Object.fromEntries(answers.flatMap(([name, word]) => (word === null ? [] : [[name, word]])));
  }
}
