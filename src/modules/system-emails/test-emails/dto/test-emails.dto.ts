import { Id, Texts } from '../../../../platform/http/dto-fields.js';
import { invalidParams } from '../../../../platform/errors/app-error.js';
import { emailFault, normalizedEmail } from '../../../../platform/text/email-address.js';

const MAX_ADDRESSES = 10;

export class SendTestEmailDto {
  @Id({ nullable: true, example: 1, description: 'The contact to render for; a sample contact if omitted' })
  contact_id?: number | null;
  @Texts({
    required: true,
    max: 254,
    maxItems: MAX_ADDRESSES,
    description: 'Recipients: 1 to 10 addresses',
    example: ['you@example.com'],
  })
  emails!: string[];

  toAddresses(): string[] {
    if (this.emails.length === 0) throw invalidParams({ emails: 'must hold at least one address' });
    const faults: Record<string, string> = {};
    const addresses = this.emails.flatMap((email, index) => {
      const address = normalizedEmail(email);
      if (address === null) faults[`emails.${index}`] = emailFault(email);
      return address ?? [];
    });
    if (Object.keys(faults).length > 0) throw invalidParams(faults);
    return addresses;
  }
}
