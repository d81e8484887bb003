import { Injectable } from '@nestjs/common';
import { type Label, type LabelFilter, type LabelInput, LabelsService } from '../labels.service.js';

/** Tags of contacts. What they share with lists is in the store behind both. */
@Injectable()
export class TagsService {
  constructor(private readonly labels: LabelsService) {}

  async list(filter: LabelFilter): Promise<Label[]> {
    return this.labels.list('tag', filter);
  }

  /** @throws AppError rest_post_invalid_id */
  async get(id: number): Promise<Label> {
    return this.labels.get('tag', id);
  }

  /** @throws AppError rest_invalid_param for a title or a given slug that is taken. */
  async create(input: LabelInput & { readonly title: string }): Promise<Label> {
    return this.labels.create('tag', input);
  }

  /**
   * Changes what is given.
   * @returns the id.
   * @throws AppError rest_post_invalid_id; rest_invalid_param for a title or slug that is taken.
   */
  async update(id: number, input: LabelInput): Promise<number> {
    await this.labels.update('tag', id, input);
    return id;
  }

  /**
   * Deletes the tag, not its contacts.
   * @throws AppError rest_post_invalid_id
   */
  async remove(id: number): Promise<void> {
    await this.labels.remove('tag', id);
  }
}
