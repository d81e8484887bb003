import type { ApiClient } from './api-client.js';

export interface GivenLabel {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
}

export interface GivenContact {
  readonly id: number;
  readonly email: string;
  readonly status: string;
}

/** What a test starts from, made through the public API. Callers name only what matters to them. */
export class Given {
  private made = 0;

  constructor(readonly client: ApiClient) {}

  /** A list; its title is made up unless it matters. */
  async list(wanted: { title?: string; slug?: string; is_public?: boolean } = {}): Promise<GivenLabel> {
    const { body } = await this.client
      .post('/lists')
      .send({ title: `List ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body.lists;
  }

  /** A tag; its title is made up unless it matters. */
  async tag(wanted: { title?: string; slug?: string } = {}): Promise<GivenLabel> {
    const { body } = await this.client
      .post('/tags')
      .send({ title: `Tag ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body.tags;
  }

  /** A custom field of contacts. */
  async customField(wanted: { type?: string; label?: string; slug?: string; options?: string[] } = {}): Promise<{
    slug: string;
  }> {
    const { body } = await this.client
      .post('/custom-fields/contacts')
      .send({ type: 'text', label: `Field ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body.field;
  }

  /** A subscribed contact unless told otherwise. */
  async contact(wanted: Record<string, unknown> = {}): Promise<GivenContact> {
    const { body } = await this.client
      .post('/subscribers')
      .send({ email: `contact-${(this.made += 1)}@example.com`, status: 'subscribed', ...wanted })
      .expect(200);
    return body.contact;
  }

  async webhook(
    input: { readonly url: string } & Partial<{ name: string; events: string[]; status: string; secret: string }>,
  ): Promise<{ readonly id: number; readonly secret: string }> {
    const response = await this.client
      .post('/webhooks')
      .send({ name: 'Shop', events: ['contact.created'], ...input })
      .expect(200);
    return response.body.webhook;
  }

  /** A draft; its title is made up unless it matters. */
  async campaign(wanted: Record<string, unknown> = {}): Promise<{ id: number; title: string; status: string }> {
    const { body } = await this.client
      .post('/campaigns')
      .send({ title: `Campaign ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body.campaign;
  }
}
