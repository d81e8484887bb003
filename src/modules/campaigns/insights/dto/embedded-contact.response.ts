import { ApiProperty } from '@nestjs/swagger';

const nullableText = { type: String, nullable: true } as const;

export class EmbeddedContact {
  @ApiProperty({ type: 'integer', example: 42 }) readonly id!: number;
  @ApiProperty({ ...nullableText, example: 'ada@example.com' }) readonly email!: string | null;
  @ApiProperty({ ...nullableText, example: 'Ada' }) readonly first_name!: string | null;
  @ApiProperty({ ...nullableText, example: 'Lovelace' }) readonly last_name!: string | null;
  @ApiProperty({ example: 'Ada Lovelace' }) readonly full_name!: string;
  @ApiProperty({ ...nullableText, example: 'subscribed' }) readonly status!: string | null;
}

export interface ContactColumns {
  readonly contact_email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Null for a deleted contact: the email outlives it. */
  readonly contact_status: string | null;
}

export function embedded(
  id: number | null,
  { contact_email: email, first_name, last_name, contact_status: status }: ContactColumns,
): EmbeddedContact | null {
  if (id === null || status === null) return null;
  return { id, email, first_name, last_name, full_name: [first_name, last_name].filter(Boolean).join(' '), status };
}
