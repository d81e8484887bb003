import type { UploadedFile } from '../mail-content/attachments/attachments.service.js';
import type { SingleEmailAddress } from './single-email.entity.js';

/** An address of a request; `path` is its place there. */
export interface GivenAddress extends Pick<SingleEmailAddress, 'field' | 'email' | 'name'> {
  readonly path: string;
  readonly contactId: number | null;
}

/** An email as a request describes it. */
export interface GivenEmail {
  readonly template_id?: number;
  readonly subject?: string;
  readonly html?: string;
  readonly text?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly sender_id?: number;
  readonly attachments?: readonly UploadedFile[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly tracked?: boolean;
  readonly send_at?: string;
  readonly ignore_suppression?: boolean;
  addresses(path: string): GivenAddress[];
}
