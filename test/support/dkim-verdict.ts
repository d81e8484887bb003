import { dkimVerify } from 'mailauth/lib/dkim/verify';

/** Returns the result of an independent DKIM verifier for an email, given the DNS records. */
export async function dkimVerdict(
  raw: Buffer,
  records: Readonly<Record<string, string>>,
): Promise<{ readonly result: string; readonly domain: string; readonly signedHeaders: readonly string[] }> {
  const { results } = await dkimVerify(raw, {
    resolver: (name) => {
      const record = records[name];
      return record === undefined
        ? Promise.reject(Object.assign(new Error(name), { code: 'ENOTFOUND' }))
        : Promise.resolve([[record]]);
    },
  });
  const [signature] = results;
  const head = raw
    .subarray(0, raw.indexOf('\r\n\r\n'))
    .toString('latin1')
    .replace(/\r\n[ \t]+/g, '');
  const signedHeaders = /^DKIM-Signature:.*?\bh=([^;]*);/im.exec(head)?.[1]?.split(':') ?? [];
  return {
    result: results.length === 1 && signature ? signature.status.result : `${results.length} signatures`,
    domain: signature?.signingDomain ?? '',
    signedHeaders,
  };
}
