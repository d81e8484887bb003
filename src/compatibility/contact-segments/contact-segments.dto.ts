import { Allow } from 'class-validator';
import { Ids, OneOf } from '../../platform/http/dto-fields.js';
import type { LabelKind } from '../../modules/labels/labels.service.js';
import { LABEL_NAMINGS, type LabelNaming, type SegmentChanges } from './contact-segments.service.js';

const KIND = { tags: 'tag', lists: 'list' } as const satisfies Record<string, LabelKind>;

export class SyncSegmentsDto {
  @OneOf(['tags', 'lists'], { required: true }) type!: keyof typeof KIND;
  @Ids({ required: true, min: 1 }) subscribers!: number[];

  /** Validated by the service. */
  @Allow() attach?: unknown;
  @Allow() detach?: unknown;

  @OneOf(LABEL_NAMINGS) find_by?: LabelNaming;

  toChanges(): SegmentChanges {
    return {
      kind: KIND[this.type],
      contactIds: [...new Set(this.subscribers)],
      attach: this.attach,
      detach: this.detach,
      naming: this.find_by ?? null,
    };
  }
}
