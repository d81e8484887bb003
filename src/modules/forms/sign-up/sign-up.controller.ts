import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Get, Header, HttpCode, Inject, Options, Param, Post, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiResponse } from '@nestjs/swagger';
import { Public, Refuses, unknownRecord } from '../../../platform/access/operation.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError, invalidParam, invalidParams } from '../../../platform/errors/app-error.js';
import { Resource } from '../../../platform/http/resource.js';
import { networkOf } from '../../../platform/http/client-network.js';
import { isForeign } from '../../../platform/http/foreign-origin.js';
import { parseJson } from '../../../platform/http/json-body.js';
import { readBody } from '../../../platform/http/read-body.js';
import type { AppRequest } from '../../../platform/http/request.js';
import { asText } from '../../../platform/text/as-text.js';
import { object, text } from '../../../shapes/shape.js';
import { languageOf } from '../../../languages/languages.js';
import { AcceptsForm, AnswersPages, LinkToken } from '../../public-pages/pages/answers-pages.js';
import { type PageResponse, sendPage } from '../../public-pages/pages/public-page.js';
import { readForm } from '../../public-pages/pages/read-form.js';
import { FormPages, SCRIPT, TICKET } from '../form-pages.service.js';
import { FormsService, type PublicForm } from '../forms.service.js';
import { FormPosts } from './form-posts.service.js';
import { Proofs } from './proofs.service.js';
import { SignUpFilter, speaksJson } from './sign-up.filter.js';

const BODY_LIMIT = 256 * 1024;
const PROOF_SCRIPT = readFileSync(join(__dirname, 'proof.mjs'), 'utf8');
const SIGNED_UP = { message: 'The sign-up was received. If the address must be confirmed, an email is on its way.' };
const NOT_ALLOWED = 'The form is not for this website.';
const REFUSED = {
  400: { message: 'The request could not be read.', description: 'The URL is malformed' },
  403: { message: NOT_ALLOWED, description: 'The website is not one of `allowed_origins`', code: 'foreign_origin' },
  404: unknownRecord('No such form'),
  500: { message: 'An internal error occurred.', description: 'Internal error' },
  503: { message: 'The service is temporarily unavailable.', description: 'The database is unavailable' },
} as const;

/** The public side of forms. The token is judged before a body is read. */
@Resource('t/s', 'Public links')
@UseFilters(SignUpFilter)
export class SignUpController {
  constructor(
    private readonly forms: FormsService,
    private readonly pages: FormPages,
    private readonly proofs: Proofs,
    private readonly posts: FormPosts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get(SCRIPT)
  @ApiExcludeEndpoint()
  @Public({ summary: 'Get the script that solves challenges' })
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=3600')
  getProofScript(): string {
    return PROOF_SCRIPT;
  }

  @Get(':token')
  @LinkToken()
  @Public({ summary: 'Show a sign-up form', description: 'Shows the page of the form, which works without scripts.' })
  @AnswersPages({ 200: 'The page with the form', 403: 'Another website', 404: 'A page: no such form' })
  async showForm(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    sendPage(response, await this.pages.page(await this.formFor(token, response), response.req));
  }

  @Get(':token/challenge')
  @LinkToken()
  @Public({
    summary: 'Get a challenge for a sign-up',
    description: 'An ALTCHA challenge (version 1). Its solution is good for one sign-up within 30 minutes.',
  })
  @ApiResponse({ status: 200, description: 'The challenge', schema: { type: 'object', additionalProperties: true } })
  @Refuses(REFUSED)
  async getChallenge(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    await this.formFor(token, response);
    response.json(await this.proofs.challenge(token));
  }

  @Options(':token')
  @LinkToken()
  @Public({ summary: 'Answer a preflight request' })
  @ApiResponse({ status: 204, description: 'The website may post' })
  @Refuses(REFUSED)
  async answerPreflight(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    await this.formFor(token, response);
    response.set({ 'Access-Control-Allow-Methods': 'GET, POST', 'Access-Control-Allow-Headers': 'Content-Type' });
    response.status(204).end();
  }

  @Post(':token')
  @HttpCode(200)
  @LinkToken()
  @Public({
    summary: 'Sign up',
    description:
      'Takes a form or JSON, with the fields of the form by key. The answer does not show whether the address is known. Without `altcha`, a form is answered with a second page, which posts `ticket`.',
  })
  @AcceptsForm(
    {
      email: { description: 'The address', example: 'ada@example.com' },
      consent: { description: 'Required if the form has a text of consent', values: ['1'] },
      tracking_consent: { description: 'If the form asks for it', values: ['granted'] },
      altcha: {
        description: 'The solution of a challenge: Base64 of JSON',
        example: 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0=',
      },
    },
    true,
  )
  @AnswersPages(
    {
      200: 'A page: the sign-up was received; or the second page',
      303: 'To `redirect_url`, if the form has one',
      400: 'The form with an error at each invalid field; for JSON, an error with `params`',
      403: 'The website is not one of `allowed_origins`',
      404: 'A page: no such form',
      429: 'A page: too many posts from this network',
    },
    object({ message: text(SIGNED_UP.message) }),
  )
  async signUp(@Param('token') token: string, @Res() response: PageResponse): Promise<void> {
    const { req: request } = response;
    const form = await this.formFor(token, response);
    // An IPv4 address has four parts, and the /64 of an IPv6 address eight.
    const network = networkOf(request).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1');
    await this.posts.admit(network);
    const sent = await readSent(request);
    const language = languageOf(request.get('accept-language'));
    const result = await this.posts.submit(form, sent, { ip: request.ip ?? null, network, language });
    const isAccepted = result === 'accepted';
    if (speaksJson(request)) {
      if (result === 'unproven')
        throw invalidParam('altcha', 'must be the solution of a challenge that was not used yet');
      if (!isAccepted) throw invalidParams(result);
      response.json(SIGNED_UP);
    } else if (result === 'unproven')
      sendPage(response, this.pages.secondPage(form, request, sent, this.proofs.ticket(token, sent.get(TICKET))));
    else if (!isAccepted) sendPage(response, await this.pages.page(form, request, sent, result));
    else if (form.redirectUrl === null) sendPage(response, this.pages.thanks(form, request));
    else response.redirect(303, form.redirectUrl);
  }

  /**
   * Finds the form, sets its language, and lets the websites that it names read the answer.
   * @throws AppError rest_post_invalid_id; foreign_origin for other websites, if it names some.
   */
  private async formFor(token: string, response: PageResponse): Promise<PublicForm> {
    const form = await this.forms.getByToken(token);
    const { headers } = response.req;
    if (form.language !== null) headers['accept-language'] = form.language;
    if (form.allowedOrigins.length === 0 || headers.origin === undefined) return form;
    response.set('Vary', 'Origin');
    if (form.allowedOrigins.includes(headers.origin)) response.set('Access-Control-Allow-Origin', headers.origin);
    else if (isForeign(response.req, new URL(this.config.http.publicUrl).origin))
      throw new AppError('foreign_origin', NOT_ALLOWED);
    return form;
  }
}

/** Reads a form, or JSON as one. */
async function readSent(request: AppRequest): Promise<URLSearchParams> {
  if (!speaksJson(request)) return readForm(request, BODY_LIMIT);
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(parseJson(await readBody(request, BODY_LIMIT)) as object))
    for (const each of [value].flat().filter((item) => item !== null)) {
      const given = asText(each);
      if (typeof given !== 'string') throw invalidParam(name, 'must be text');
      sent.append(name, given);
    }
  return sent;
}
