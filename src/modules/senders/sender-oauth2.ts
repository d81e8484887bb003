import type { ValidationErrors } from '../../platform/errors/app-error.js';
import { given } from '../../platform/http/given.js';
import { faultOfUrl, type OutboundPolicy } from '../../platform/outbound-http/outbound-url.js';

export const OAUTH2_PROVIDERS = ['microsoft', 'google', 'custom'] as const;

/** How a sender logs in by OAuth 2.0, as API responses show it. */
export interface SenderOAuth2 {
  readonly provider: (typeof OAUTH2_PROVIDERS)[number];
  readonly client_id: string;
  readonly token_url: string;
  /** Null: the scope that was granted. */
  readonly scope: string | null;
}

export interface OAuth2Secrets {
  /** Null for a public client. */
  readonly client_secret: string | null;
  readonly refresh_token: string;
}

/** Input of API callers. Omitted members are unchanged; for another provider they take its defaults. */
export type OAuth2Input = Partial<SenderOAuth2 & OAuth2Secrets & { readonly tenant: string }>;

const DEFAULTS: Readonly<Record<SenderOAuth2['provider'], Omit<SenderOAuth2, 'provider'>>> = {
  microsoft: {
    client_id: '',
    token_url: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    scope: 'https://outlook.office.com/SMTP.Send offline_access',
  },
  google: { client_id: '', token_url: 'https://oauth2.googleapis.com/token', scope: null },
  custom: { client_id: '', token_url: '', scope: null },
};

/** Returns the settings after a change, and adds what is wrong with them. */
export function changedOAuth2(
  stored: SenderOAuth2 | null,
  { provider = stored?.provider ?? 'custom', tenant, client_id, token_url, scope }: OAuth2Input,
  policy: OutboundPolicy,
  faults: ValidationErrors,
): SenderOAuth2 {
  const settings = {
    ...(stored?.provider === provider ? stored : DEFAULTS[provider]),
    ...(tenant && { token_url: DEFAULTS.microsoft.token_url.replace('common', encodeURIComponent(tenant)) }),
    ...given({ client_id, token_url, scope }),
    provider,
  };
  if (tenant && provider !== 'microsoft') faults.add('oauth2.tenant', 'is only known for microsoft');
  if (settings.client_id === '') faults.add('oauth2.client_id', 'is required');
  const fault = settings.token_url === '' ? 'is required' : faultOfUrl(settings.token_url, policy);
  if (fault !== null) faults.add('oauth2.token_url', fault);
  return settings;
}

/** Returns the secrets after a change: a refresh token replaces both. */
export function changedSecrets(stored: OAuth2Secrets | null, input: OAuth2Input): OAuth2Secrets | null {
  const { refresh_token = stored?.refresh_token, client_secret } = input;
  if (refresh_token === undefined) return null;
  const kept = input.refresh_token === undefined ? stored?.client_secret : null;
  return { refresh_token, client_secret: client_secret ?? kept ?? null };
}
