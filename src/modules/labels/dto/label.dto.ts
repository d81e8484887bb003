import { Flag, Id, Part, Text } from '../../../platform/http/dto-fields.js';
import { OneLine } from '../../../platform/http/one-line.js';
import { sortable } from '../../../platform/http/page.js';
import { LABEL_SORT_FIELDS, type LabelFilter, type LabelInput } from '../labels.service.js';
import { given, givenInput, nonEmpty } from '../../../platform/http/given.js';

class LabelsQuery {
  @Text({ description: 'Part of the title, slug, or description', example: 'newsletter' }) search?: string;

  @Flag({ default: false, description: 'Omit totalCount and subscribersCount' }) exclude_counts?: boolean;
}

export class ListLabelsDto extends sortable(LabelsQuery, LABEL_SORT_FIELDS) {
  toFilter(): LabelFilter {
    return { sorting: this.toSorting(), ...given({ search: nonEmpty(this.search) }) };
  }
}

class SubscriptionDto {
  @Flag({ description: 'Whether contacts subscribe to the list and leave it alone' }) enabled?: boolean;

  @Text({ nullable: true, example: 'Product news', description: 'Name that contacts see; null for the title' })
  @OneLine()
  public_name?: string | null;

  @Text({ nullable: true, max: 10_000, example: 'Once a month', description: 'Shown in the preference center' })
  description?: string | null;

  @Id({ nullable: true, example: 1, description: 'Template of the double opt-in email; null for the usual one' })
  double_optin_template_id?: number | null;

  @Id({
    nullable: true,
    example: 1,
    description: 'Sender of emails that go through the list, instead of that of the campaign; needs `send_campaigns`',
  })
  sender_id?: number | null;
}

// `title` is not in the base class: an inherited "optional" would override a "required" of the subclass.
class ListMembers {
  @Text({ description: 'Identifier for URLs; default: generated from the title', example: 'newsletter' })
  slug?: string;

  @Text({
    nullable: true,
    max: 10_000,
    description: 'Shown in the preference center if the list is public',
    example: 'Product news, monthly',
  })
  description?: string | null;

  @Flag({ description: 'Whether contacts can see and join it in the preference center; `0` or `1`' })
  is_public?: boolean;

  @Part(() => SubscriptionDto, {
    description: 'Lets contacts subscribe to the list and leave it alone; omitted members are unchanged',
  })
  subscription?: SubscriptionDto;

  toSubscription(): Pick<LabelInput, 'subscription'> {
    return this.subscription ? { subscription: givenInput<SubscriptionDto>(this.subscription) } : {};
  }
}

export class CreateListDto extends ListMembers {
  @Text({ required: true, description: 'Unique, regardless of case', example: 'Newsletter' }) title!: string;

  toInput(): LabelInput & { title: string } {
    return { ...givenInput<CreateListDto>(this), ...this.toSubscription(), title: this.title };
  }
}

export class UpdateListDto extends ListMembers {
  @Text({ min: 1, description: 'Unique, regardless of case', example: 'Newsletter' }) title?: string;

  toInput(): LabelInput {
    return { ...givenInput<UpdateListDto>(this), ...this.toSubscription() };
  }
}

// `title` is not in the base class: an inherited "optional" would override a "required" of the subclass.
class TagMembers {
  @Text({ description: 'Identifier for URLs; default: generated from the title', example: 'vip' })
  slug?: string;

  @Text({ nullable: true, max: 10_000, description: 'Internal description', example: 'Buys every month' })
  description?: string | null;
}

export class CreateTagDto extends TagMembers {
  @Text({ required: true, description: 'Unique, regardless of case', example: 'VIP' }) title!: string;

  toInput(): LabelInput & { title: string } {
    return { ...givenInput<CreateTagDto>(this), title: this.title };
  }
}

export class UpdateTagDto extends TagMembers {
  @Text({ min: 1, description: 'Unique, regardless of case', example: 'VIP' }) title?: string;

  toInput(): LabelInput {
    return givenInput<UpdateTagDto>(this);
  }
}
