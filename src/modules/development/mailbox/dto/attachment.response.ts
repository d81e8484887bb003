import { StreamableFile } from '@nestjs/common';
import type { MailAttachment } from '../mail.js';

/** Always saved, never shown: what came by mail must not run under our address. The name is encoded by RFC 5987. */
export function downloadOf({ name, content }: MailAttachment): StreamableFile {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return new StreamableFile(content, {
    type: 'application/octet-stream',
    disposition: `attachment; filename*=UTF-8''${encoded}`,
    length: content.length,
  });
}
