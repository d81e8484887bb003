import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { toTheSecond } from '../../platform/clock/timestamps.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database, type EntityReader } from '../../platform/database/database.js';
import { notFound, ValidationErrors } from '../../platform/errors/app-error.js';
import { offsetOf, type Page, type PageRequest } from '../../platform/http/page.js';
import { LabelsService } from '../labels/labels.service.js';
import { Form } from './form.entity.js';
import { FormInputs } from './form-inputs.service.js';

type Settings = Omit<Form, 'id' | 'token' | 'createdAt' | 'updatedAt'>;
export type FormInput = Partial<Settings>;
/** With the URL of its page. */
export type PublicForm = Form & { readonly url: string };

const DEFAULTS: Omit<Settings, 'title'> = {
  ...{ lists: [], tags: [], fields: [], consentText: null, trackingConsent: 'no', doubleOptin: true },
  ...{ redirectUrl: null, allowedOrigins: [], language: null },
};

@Injectable()
export class FormsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly labels: LabelsService,
    private readonly inputs: FormInputs,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async list(request: PageRequest): Promise<Page<PublicForm>> {
    const window = { take: request.perPage, skip: offsetOf(request) };
    const [forms, total] = await this.db.manager.findAndCount(Form, { order: { id: 'DESC' }, ...window });
    return { items: forms.map((form) => this.withUrl(form)), total, request };
  }

  async get(id: number, reader: EntityReader = this.db): Promise<PublicForm> {
    const form = await reader.manager.findOneBy(Form, { id });
    if (!form) throw notFound();
    return this.withUrl(form);
  }

  async getByToken(token: string): Promise<PublicForm> {
    const form = /^[\w-]{24}$/.test(token) ? await this.db.manager.findOneBy(Form, { token }) : null;
    if (!form) throw notFound();
    return this.withUrl(form);
  }

  async create(input: FormInput & { readonly title: string }): Promise<PublicForm> {
    await this.check(input);
    const now = toTheSecond(this.clock.now());
    const given = { token: randomBytes(18).toString('base64url'), createdAt: now, updatedAt: now };
    return this.db.transaction(async (tx) => this.get(await tx.insert(Form, { ...DEFAULTS, ...input, ...given }), tx));
  }

  /** Omitted fields are unchanged. */
  async update(id: number, input: FormInput): Promise<PublicForm> {
    await this.check(input);
    return this.db.transaction(async (tx) => {
      await this.get(id, tx);
      await tx.update(Form, id, { ...input, updatedAt: toTheSecond(this.clock.now()) });
      return this.get(id, tx);
    });
  }

  async remove(id: number): Promise<void> {
    const { affectedRows } = await this.db.transaction((tx) => tx.delete('forms', id));
    if (affectedRows === 0) throw notFound();
  }

  private async check({ lists = [], tags = [], fields = [] }: FormInput): Promise<void> {
    const faults = new ValidationErrors();
    await this.labels.checkIds({ lists, tags }, faults);
    const keys = fields.map(({ key }) => key);
    const inputs = await this.inputs.known();
    faults.addUnknown(
      'fields',
      keys.filter((key) => !inputs.has(key)),
    );
    if (new Set(keys).size < keys.length) faults.add('fields', 'must hold each field once');
    faults.throwIfAny();
  }

  private withUrl(form: Form): PublicForm {
    return Object.assign(form, { url: `${this.config.http.publicUrl}/t/s/${form.token}` });
  }
}
