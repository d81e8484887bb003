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

export interface GivenOrder {
  readonly id: number;
  readonly external_id: string;
  readonly contact_id: number | null;
  readonly status: string;
  readonly total: number;
}

export interface GivenStep {
  readonly id: number;
  readonly action_name: string;
  readonly title: string;
  readonly settings: Record<string, unknown>;
  readonly children?: Readonly<Record<string, readonly GivenStep[]>>;
}

export interface GivenFunnel {
  readonly id: number;
  readonly title: string;
  readonly trigger_name: string;
  readonly status: string;
  readonly version: number;
  readonly sequences: readonly GivenStep[];
}

/** Creates test data through the public API. Callers name only the relevant values. */
export class Given {
  private made = 0;

  constructor(readonly client: ApiClient) {}

  /** Creates a list; the default title is unique. */
  async list(
    wanted: { title?: string; slug?: string; is_public?: boolean; subscription?: object } = {},
  ): Promise<GivenLabel> {
    const { body } = await this.client
      .post('/lists')
      .send({ title: `List ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body.lists;
  }

  /** Creates a tag; the default title is unique. */
  async tag(wanted: { title?: string; slug?: string } = {}): Promise<GivenLabel> {
    const { body } = await this.client
      .post('/tags')
      .send({ title: `Tag ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body.tags;
  }

  /** Creates a custom field for contacts. */
  async customField(wanted: { type?: string; label?: string; slug?: string; options?: string[] } = {}): Promise<{
    slug: string;
  }> {
    const { body } = await this.client
      .post('/custom-fields/contacts')
      .send({ type: 'text', label: `Field ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body.field;
  }

  /** Creates a contact, subscribed by default. */
  async contact(wanted: Record<string, unknown> = {}): Promise<GivenContact> {
    const { body } = await this.client
      .post('/subscribers')
      .send({ email: `contact-${(this.made += 1)}@example.com`, status: 'subscribed', ...wanted })
      .expect(200);
    return body.contact;
  }

  /** Creates a company; the default name is unique. */
  async company(wanted: Record<string, unknown> = {}): Promise<{ id: number; name: string }> {
    const { body } = await this.client
      .post('/companies')
      .send({ name: `Company ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body.company;
  }

  /** Creates a note of a contact, with defaults for required members. */
  async note(contactId: number, wanted: Record<string, unknown> = {}): Promise<{ id: number; title: string }> {
    const note = { title: `Note ${(this.made += 1)}`, description: '<p>Text</p>', type: 'note', ...wanted };
    const { body } = await this.client
      .post(`/subscribers/${contactId}/notes`)
      .send({ note: { created_at: '2026-01-31 09:30:00', ...note } })
      .expect(200);
    return body.note;
  }

  /** Tracks an event of a contact; the default key and title are unique. */
  async trackedEvent(contactId: number, wanted: Record<string, unknown> = {}): Promise<{ id: number }> {
    const { body } = await this.client
      .post('/subscribers/track-event')
      .send({ subscriber_id: contactId, event_key: 'seen', title: `Event ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body;
  }

  /** Creates a segment, of all contacts by default; the default title is unique. */
  async segment(wanted: Record<string, unknown> = {}): Promise<{ id: number; title: string; slug: string }> {
    const allContacts = [[{ source: ['subscriber', 'id'], operator: 'not_null' }]];
    const { body } = await this.client
      .post('/segments')
      .send({ title: `Segment ${(this.made += 1)}`, filters: allContacts, ...wanted })
      .expect(200);
    return body.segment;
  }

  /** Creates an order of a new contact, by default completed, of 59.90 EUR. */
  async order(wanted: Record<string, unknown> = {}): Promise<GivenOrder> {
    const number = (this.made += 1);
    const buyer = 'contact_id' in wanted || 'email' in wanted ? {} : { email: `buyer-${number}@example.com` };
    const { body } = await this.client
      .post('/commerce/orders')
      .send({ external_id: `A-${number}`, status: 'completed', currency: 'EUR', total: 59.9, ...buyer, ...wanted })
      .expect(200);
    return body.order;
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

  /** Creates a sender with a mail server, with defaults for required members. */
  async sender(
    wanted: { readonly url: string } & Record<string, unknown>,
  ): Promise<{ id: number; name: string; dkim: { dns_record: { name: string; value: string } } | null }> {
    const { url, ...others } = wanted;
    const { hostname: host, port } = new URL(url);
    const name = `Sender ${(this.made += 1)}`;
    const { body } = await this.client
      .post('/senders')
      .send({ name, from_email: `sender-${this.made}@example.com`, host, port: Number(port), ...others })
      .expect(200);
    return body.sender;
  }

  /** Creates a template; the default title is unique. */
  async template(wanted: Record<string, unknown> = {}): Promise<{ id: number; title: string }> {
    const { body } = await this.client
      .post('/templates')
      .send({ title: `Template ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body.template;
  }

  /** Creates a weekly report email; the default title is unique. */
  async scheduledReport(wanted: Record<string, unknown> = {}): Promise<{ id: number; title: string }> {
    const title = `Report ${(this.made += 1)}`;
    const { body } = await this.client
      .post('/reports/scheduled')
      .send({ title, type: 'overview', frequency: 'weekly', recipients: ['owner@example.com'], ...wanted })
      .expect(200);
    return body.scheduled_report;
  }

  /** Creates a draft campaign; the default title is unique. */
  async campaign(wanted: Record<string, unknown> = {}): Promise<{ id: number; title: string; status: string }> {
    const { body } = await this.client
      .post('/campaigns')
      .send({ title: `Campaign ${(this.made += 1)}`, ...wanted })
      .expect(200);
    return body.campaign;
  }

  /** Creates a draft funnel with a unique trigger event; the default title is unique. */
  async funnel(wanted: Record<string, unknown> = {}): Promise<GivenFunnel> {
    const title = `Funnel ${(this.made += 1)}`;
    const { body } = await this.client
      .post('/funnels')
      .send({ title, trigger_name: `custom_given_${this.made}`, ...wanted })
      .expect(200);
    return body.funnel;
  }

  /** Creates a published funnel. */
  async publishedFunnel(wanted: Record<string, unknown> = {}): Promise<GivenFunnel> {
    const { id } = await this.funnel(wanted);
    await this.client.put(`/funnels/${id}/status`).send({ status: 'published' }).expect(200);
    const { body } = await this.client.get(`/funnels/${id}?with[]=sequences`).expect(200);
    return body.funnel;
  }
}
