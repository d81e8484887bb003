import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import * as column from '../database/columns.js';

/** A refresh token that a provider has rotated. */
@Entity('oauth2_refresh_tokens')
@Index('ux_oauth2_refresh_tokens_origin', ['account', 'origin'], { unique: true })
export class OAuth2RefreshToken {
  @PrimaryGeneratedColumn(column.unsigned) id!: number;
  @Column({ type: 'varchar', length: 40, ...column.ascii }) account!: string;
  @Column({ type: 'char', length: 64, ...column.ascii }) origin!: string;
  @Column({ type: 'text', ...column.ascii }) refreshToken!: string;
  @Column(column.moment) rotatedAt!: Date;
}
