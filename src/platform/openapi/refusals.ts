import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiResponse, getSchemaPath } from '@nestjs/swagger';

class ErrorDataResponse {
  @ApiProperty({ example: 400, description: 'The HTTP status again' }) readonly status!: number;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Every field at fault with the reason',
  })
  readonly params?: Readonly<Record<string, string>>;
  @ApiProperty({ example: '01KH8Q3V5T1N9GZ5W0E2XJ7A4B', description: 'As in the header X-Request-Id' })
  readonly request_id!: string;
}

/** Every error, as the one filter writes it. */
export class ErrorResponse {
  @ApiProperty({ example: 'rest_invalid_param' }) readonly code!: string;
  @ApiProperty({ example: 'Invalid parameter: title is required' }) readonly message!: string;
  @ApiProperty() readonly data!: ErrorDataResponse;
}

const CODES = {
  400: 'rest_invalid_param',
  404: 'rest_post_invalid_id',
  409: 'subscriber_already_exists',
  429: 'rest_too_many_requests',
} as const;

export interface Refusal {
  readonly message: string;
  /** Why, and where. */
  readonly description: string;
  /** What `data` has of its own. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What the documentation says about answers that are no success, each with an example. */
export function Refuses(refusals: Partial<Record<keyof typeof CODES, Refusal>>): MethodDecorator {
  const documented = Object.entries(refusals).map(([name, { message, description, data }]) => {
    const status = Number(name) as keyof typeof CODES;
    const example = {
      code: CODES[status],
      message,
      data: { status, ...data, request_id: '01KH8Q3V5T1N9GZ5W0E2XJ7A4B' },
    };
    const schema = { $ref: getSchemaPath(ErrorResponse) };
    return ApiResponse({ status, description, content: { 'application/json': { schema, example } } });
  });
  return applyDecorators(ApiExtraModels(ErrorResponse), ...documented);
}
