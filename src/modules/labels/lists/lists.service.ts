import { Injectable } from '@nestjs/common';
import { type Label, type LabelFilter, type LabelInput, LabelsService } from '../labels.service.js';

/** Lists of contacts. What they share with tags is in the store behind both. */
@Injectable()
export class ListsService {
  constructor(private readonly labels: LabelsService) {}

  async list(filter: LabelFilter): Promise<Label[]> {
    return this.labels.list('list', filter);
  }

  /** @throws AppError rest_post_invalid_id */
  async get(id: number): Promise<Label> {
    return this.labels.get('list', id);
  }

  /** @throws AppError rest_invalid_param for a title or a given slug that is taken. */
  async create(input: LabelInput & { readonly title: string }): Promise<Label> {
    return this.labels.create('list', input);
  }

  /**
   * Changes what is given.
   * @returns the id.
   * @throws AppError rest_post_invalid_id; rest_invalid_param for a title or slug that is taken.
   */
  async update(id: number, input: LabelInput): Promise<number> {
    await this.labels.update('list', id, input);
    return id;
  }

  /**
   * Deletes the list, not its contacts.
   * @throws AppError rest_post_invalid_id
   */
  async remove(id: number): Promise<void> {
    await this.labels.remove('list', id);
  }
}
