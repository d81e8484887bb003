import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ascii, moment, unsigned } from '../database/columns.js';

/** A refresh token that a provider has rotated. */
@Entity('oauth2_refresh_tokens')
@Index('ux_oauth2_refresh_tokens_origin', ['account', 'origin'], { unique: true })
export class OAuth2RefreshToken {
  @PrimaryGeneratedColumn(unsigned) id!: number;
  @Column({ type: 'varchar', length: 40, ...ascii }) account!: string;
  @Column({ type: 'char', length: 64, ...ascii }) origin!: string;
  @Column({ type: 'text', ...ascii }) refreshToken!: string;
  @Column(moment) rotatedAt!: Date;
}
