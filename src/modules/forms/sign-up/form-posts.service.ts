import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../../platform/errors/app-error.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { WindowCounter } from '../../../platform/rate-limit/window-counter.js';
import type { Language } from '../../../languages/languages.js';
import type { Form } from '../form.entity.js';
import { FormInputs } from '../form-inputs.service.js';
import { HONEYPOT, type Reasons, TICKET } from '../form-pages.service.js';
import { Proofs } from './proofs.service.js';
import { SignUps } from './sign-ups.service.js';

interface Visitor {
  readonly ip: string | null;
  /** The /24 or /64 of the address. */
  readonly network: string;
  readonly language: Language;
}

const POSTS_PER_NETWORK = 20;
const NETWORK_SECONDS = 600;
const SIGN_UPS_PER_FORM = 600;
const FORM_SECONDS = 3_600;
/** Milliseconds; longer than the lookup and the writes take, so that the response time does not depend on the result. */
const ANSWER_AFTER_MS = 400;

/** Judges posts of forms. Neither the answer nor its time shows whether an address is known. */
@Injectable()
export class FormPosts {
  private readonly logger = new Logger(FormPosts.name);
  private readonly counted;

  constructor(
    private readonly inputs: FormInputs,
    private readonly proofs: Proofs,
    private readonly limits: WindowCounter,
    private readonly signUps: SignUps,
    metrics: Metrics,
  ) {
    this.counted = metrics.counter('carillon_form_posts_total', 'Posts to sign-up forms, by result', ['result']);
  }

  /** @throws AppError rest_too_many_requests for more posts of a network than people send. */
  async admit(network: string, kind = 'posts', limit = POSTS_PER_NETWORK): Promise<void> {
    const { count, endsIn } = await this.limits.add(`sign-up-${kind}`, [network], NETWORK_SECONDS);
    if (count <= limit) return;
    this.counted.inc({ result: 'network_limit' });
    const headers = { 'Retry-After': String(endsIn) };
    throw new AppError('rest_too_many_requests', 'Too many sign-ups from this network. Try again later.', { headers });
  }

  /** @returns `unproven` without a proof that was not used yet; reasons by field for invalid values. */
  async submit(form: Form, sent: URLSearchParams, visitor: Visitor): Promise<'accepted' | 'unproven' | Reasons> {
    const { email, input, faults } = await this.inputs.read(form, sent);
    if (email === undefined || !faults.isEmpty) return faults.reasonsByField();
    const { ip, network, language } = visitor;
    const cause = { source: 'form', evidence: { ip, ...evidenceOf(form) } } as const;
    let work = Promise.resolve('honeypot');
    if ((sent.get(HONEYPOT) ?? '') === '') {
      const proof = await this.spentProof(form, sent, network);
      const { count } = await this.limits.add('sign-ups', [form.token], FORM_SECONDS, proof === null ? 0 : 1);
      if (proof === null) this.counted.inc({ result: 'unproven' });
      if (proof === null) return 'unproven';
      work = Promise.resolve('form_limit');
      if (count <= SIGN_UPS_PER_FORM) work = this.signUps.signUp(form, { email, input, cause, language }, proof);
    }
    // Errors up to the answer are reported; slower work continues in the background.
    const counted = work.then((result) => {
      this.counted.inc({ result });
    });
    counted.catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Sign-up failed');
    });
    await Promise.all([sleep(ANSWER_AFTER_MS), Promise.race([counted, sleep(ANSWER_AFTER_MS)])]);
    return 'accepted';
  }

  /** @returns null without a proof, and for one that was used before. */
  private async spentProof({ token }: Form, sent: URLSearchParams, network: string): Promise<string | null> {
    const ticket = this.proofs.presented(token, sent.get(TICKET));
    const proof = (await this.proofs.solved(token, sent.get('altcha'))) ?? ticket;
    if (proof === null) return null;
    if (proof === ticket) await this.admit(network, 'tickets', POSTS_PER_NETWORK / 10);
    return (await this.proofs.spend(proof)) ? proof : null;
  }
}

/** Names the text by its hash and keeps it as proof, because the form may change. */
function evidenceOf({ id, consentText }: Form) {
  const hash = createHash('sha256')
    .update(consentText ?? '')
    .digest('hex')
    .slice(0, 12);
  return { textVersion: `form:${id}:${hash}`, proof: JSON.stringify({ form_id: id, consent_text: consentText }) };
}
