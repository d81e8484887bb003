import { Text } from '../../../../platform/http/dto-fields.js';
import type { LabelInput } from '../../labels.service.js';

// The title is in neither class's parent: an inherited "may be absent" would outlive a "required" below it.
class TagMembers {
  @Text({ description: 'For URLs; made from the title when a new tag comes without', example: 'vip' })
  slug?: string;

  @Text({ nullable: true, max: 10_000, description: 'For whoever manages it', example: 'Buys every month' })
  description?: string | null;

  toMembers(): LabelInput {
    return {
      ...(this.slug === undefined ? {} : { slug: this.slug }),
      ...(this.description === undefined ? {} : { description: this.description }),
    };
  }
}

export class CreateTagDto extends TagMembers {
  @Text({ required: true, description: 'Unique, whatever its case', example: 'VIP' }) title!: string;

  toInput(): LabelInput & { title: string } {
    return { ...this.toMembers(), title: this.title };
  }
}

export class UpdateTagDto extends TagMembers {
  @Text({ min: 1, description: 'Unique, whatever its case', example: 'VIP' }) title?: string;

  toInput(): LabelInput {
    return { ...this.toMembers(), ...(this.title === undefined ? {} : { title: this.title }) };
  }
}
