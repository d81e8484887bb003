import { applyDecorators, Get, HttpCode, Param, Post, type Type } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { TO_SEND } from '../../../platform/access/permissions.js';
import { type OperationDoc, RequirePermission } from '../../../platform/access/require-permission.js';
import { IdPipe } from '../../../platform/http/id.pipe.js';
import { type Refusal, Refuses } from '../../../platform/openapi/refusals.js';
import { CampaignWrittenResponse } from './campaign.response.js';
import { UNKNOWN_CAMPAIGN } from './refusals.js';

/** The campaign in the path. */
export const CampaignId = (): ParameterDecorator => Param('id', new IdPipe('campaign'));

/** The documentation of an operation and of its response. */
interface ViewDoc extends OperationDoc {
  readonly returns: string;
}

/** A POST that responds with the changed or new campaign. @param refusal an example for the status 400. */
export function CampaignAction(
  path: string,
  permission: 'manage_campaigns' | typeof TO_SEND,
  refusal: Refusal,
  { returns = 'The campaign in its new status', ...doc }: OperationDoc & Partial<ViewDoc>,
): MethodDecorator {
  return applyDecorators(
    Post(path),
    HttpCode(200),
    RequirePermission(permission, doc),
    ApiOkResponse({ type: CampaignWrittenResponse, description: returns }),
    Refuses({ 400: refusal, 404: UNKNOWN_CAMPAIGN }),
  );
}

export function CampaignView(path: string, type: Type, { returns, ...doc }: ViewDoc): MethodDecorator {
  return applyDecorators(
    Get(path),
    RequirePermission('manage_campaigns', doc),
    ApiOkResponse({ type, description: returns }),
    Refuses({ 404: UNKNOWN_CAMPAIGN }),
  );
}
