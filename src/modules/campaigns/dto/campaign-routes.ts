import { applyDecorators, Get, Post } from '@nestjs/common';
import type { TO_SEND } from '../../../platform/access/permissions.js';
import {
  type OperationDoc,
  RequirePermission,
  type Refusal,
  Refuses,
  Answers,
  type AnswersDecorator,
} from '../../../platform/access/operation.js';
import { RecordId } from '../../../platform/http/resource.js';
import type { Schema, TypeOf } from '../../../shapes/shape.js';
import { campaignWrittenShape } from './campaign.shapes.js';
import { UNKNOWN_CAMPAIGN } from './refusals.js';

export const CampaignId = (): ParameterDecorator => RecordId('campaign');

interface ViewDoc extends OperationDoc {
  readonly returns: string;
  /** Besides an unknown campaign. */
  readonly refuses?: Parameters<typeof Refuses>[0];
}

/** A POST that responds with the changed or new campaign. @param refusal an example for the status 400. */
export function CampaignAction(
  path: string,
  permission: 'manage_campaigns' | typeof TO_SEND,
  refusal: Refusal,
  { returns = 'The campaign in its new status', ...doc }: OperationDoc & Partial<Pick<ViewDoc, 'returns'>>,
): AnswersDecorator<TypeOf<typeof campaignWrittenShape>> {
  return applyDecorators(
    Post(path),
    RequirePermission(permission, doc),
    Answers(campaignWrittenShape, returns) as MethodDecorator,
    Refuses({ 400: refusal, 404: UNKNOWN_CAMPAIGN }),
  );
}

export function CampaignView<Value>(
  path: string,
  shape: Schema<Value, unknown>,
  { returns, refuses, ...doc }: ViewDoc,
): AnswersDecorator<Value> {
  return applyDecorators(
    Get(path),
    RequirePermission('manage_campaigns', doc),
    Answers(shape, returns) as MethodDecorator,
    Refuses({ 404: UNKNOWN_CAMPAIGN, ...refuses }),
  );
}
