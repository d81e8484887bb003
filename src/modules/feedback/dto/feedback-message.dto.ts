import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { invalidParam } from '../../../platform/errors/app-error.js';
import { Text } from '../../../platform/http/dto-fields.js';
import { membersOf } from '../../../platform/http/json-body.js';
import type { AppRequest } from '../../../platform/http/request.js';

const LONGEST_ADDRESS = 320;

export class FeedbackMessageDto {
  @ApiProperty({
    description: 'The full message with its headers (RFC 5322)',
    example: 'Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.net\r\nSubject: Undelivered Mail\r\n\r\n...',
  })
  message!: string;
}

export class FeedbackMessageQueryDto {
  @Text({
    max: LONGEST_ADDRESS,
    description:
      'The address that received the message (envelope recipient), if the message itself does not contain it',
    example: 'b+aebagbafaydqqcikbmgq2dqpcaireeyucuiwclqmbqea6eartcqbq@bounces.example.com',
  })
  recipient?: string;
}

/** Returns the raw message: the request body, or the member `message` of a JSON body. */
export const PostedMessage = createParamDecorator((_data: unknown, context: ExecutionContext): Buffer => {
  const request = context.switchToHttp().getRequest<AppRequest>();
  const isJson = request.is('json') !== false && request.is('json') !== null;
  if (!isJson && request.rawBody !== undefined && request.rawBody.length > 0) return request.rawBody;
  const { message } = membersOf(request.body);
  if (message === undefined) throw invalidParam('message', 'is required');
  if (typeof message !== 'string') throw invalidParam('message', 'must be text');
  if (message.trim() === '') throw invalidParam('message', 'must not be empty');
  return Buffer.from(message);
});
