import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

const ascii = { charset: 'ascii', collation: 'ascii_bin' } as const;

/** A refresh token that a provider has rotated. */
@Entity('oauth2_refresh_tokens')
@Index('ux_oauth2_refresh_tokens_origin', ['account', 'origin'], { unique: true })
export class OAuth2RefreshToken {
  @PrimaryGeneratedColumn({ type: 'int', unsigned: true }) id!: number;
  @Column({ type: 'varchar', length: 40, ...ascii }) account!: string;
  @Column({ type: 'char', length: 64, ...ascii }) origin!: string;
  @Column({ type: 'text', name: 'refresh_token', ...ascii }) refreshToken!: string;
  @Column({ type: 'datetime', precision: 3, name: 'rotated_at' }) rotatedAt!: Date;
}
