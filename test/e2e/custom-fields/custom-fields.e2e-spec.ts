import { DatabaseSnapshot } from '../../support/database-snapshot.js';
import { World } from '../../support/world.js';

describe('custom fields', () => {
  let world: World;
  let snapshot: DatabaseSnapshot;
  beforeAll(async () => {
    world = await World.start({ worker: false });
    snapshot = await DatabaseSnapshot.of(world);
  });
  beforeEach(() => snapshot.restore());

  const slugs = (fields: { slug: string }[]): string[] => fields.map(({ slug }) => slug);
  const valuesOf = async (id: number): Promise<unknown> => {
    const { body } = await world.all.get(`/subscribers/${id}?with[]=subscriber.custom_values`).expect(200);
    return body.subscriber.custom_values;
  };

  it('creates fields with keys from types and slugs from labels', async () => {
    const first = await world.all
      .post('/custom-fields/contacts')
      .send({ type: 'select-one', label: 'Größe (EU)', options: ['S', 'M', 'S'] })
      .expect(200);
    expect(first.body).toEqual({
      field: {
        field_key: 'select-one',
        type: 'select-one',
        label: 'Größe (EU)',
        slug: 'grosse_eu',
        options: ['S', 'M'],
        is_public: '0',
      },
      message: 'Successfully saved the custom field.',
    });
    const second = await world.all
      .post('/custom-fields/contacts')
      .send({ type: 'select-one', label: 'Größe EU', options: ['S'] })
      .expect(200);
    expect(second.body.field).toMatchObject({ field_key: 'select-one_2', slug: 'grosse_eu_2' });
    const { body } = await world.all.get('/custom-fields/contacts').expect(200);
    expect(body).toEqual({ fields: [first.body.field, second.body.field] });
  });

  it('returns the field types on request', async () => {
    const { body } = await world.all.get('/custom-fields/contacts?with[]=field_types').expect(200);
    expect(Object.keys(body.field_types)).toEqual([
      'text',
      'textarea',
      'select-one',
      'checkbox',
      'radio',
      'number',
      'date',
      'url',
      'email',
    ]);
    expect(body.field_types.radio).toMatchObject({ type: 'radio', options_required: true });
    await world.all.get('/custom-fields/contacts?with[]=everything').expect(400);
  });

  it('reports all errors of a new field', async () => {
    const empty = await world.all.post('/custom-fields/contacts').send({}).expect(400);
    expect(empty.body.data.params).toEqual({ type: 'is required', label: 'is required' });
    const wrong = await world.all
      .post('/custom-fields/contacts')
      .send({ type: 'checkbox', label: 'Phone', options: [] })
      .expect(400);
    expect(Object.keys(wrong.body.data.params).sort()).toEqual(['options', 'slug']);
    const unknown = await world.all.post('/custom-fields/contacts').send({ type: 'color', label: 'X' }).expect(400);
    expect(unknown.body.data.params).toHaveProperty('type');
  });

  it('refuses a slug that is taken or reserved', async () => {
    await world.given.customField({ slug: 'shoe_size' });
    for (const slug of ['shoe_size', 'email', 'created_at', '__proto__', '!!!']) {
      const { body } = await world.all
        .post('/custom-fields/contacts')
        .send({ type: 'text', label: 'Any', slug })
        .expect(400);
      expect(body.data.params).toHaveProperty('slug');
    }
  });

  it('stores values of all nine types and returns them as texts and arrays', async () => {
    const choice = { options: ['red', 'blue', 'green'] };
    for (const type of ['text', 'textarea', 'number', 'date', 'url', 'email'])
      await world.given.customField({ type, slug: `my_${type}` });
    for (const type of ['select-one', 'radio', 'checkbox'])
      await world.given.customField({ type, slug: `my_${type}`, ...choice });
    const contact = await world.given.contact({
      custom_values: {
        my_text: ' hello ',
        my_textarea: 'one\ntwo',
        my_number: 42,
        my_date: '2024-02-29',
        my_url: 'https://example.com/a?b=c',
        my_email: 'Ada@Example.com',
        'my_select-one': 'red',
        my_radio: 'blue',
        my_checkbox: ['green', 'red', 'green'],
      },
    });
    expect(await valuesOf(contact.id)).toEqual({
      my_text: 'hello',
      my_textarea: 'one\ntwo',
      my_number: '42',
      my_date: '2024-02-29',
      my_url: 'https://example.com/a?b=c',
      my_email: 'ada@example.com',
      'my_select-one': 'red',
      my_radio: 'blue',
      my_checkbox: ['red', 'green'],
    });
    await world.all
      .put(`/subscribers/${contact.id}`)
      .send({ custom_values: { my_text: null, my_textarea: '', my_checkbox: [], my_number: '-1.5e3' } })
      .expect(200);
    expect(await valuesOf(contact.id)).toEqual({
      my_number: '-1.5e3',
      my_date: '2024-02-29',
      my_url: 'https://example.com/a?b=c',
      my_email: 'ada@example.com',
      'my_select-one': 'red',
      my_radio: 'blue',
    });
  });

  it('exports a field of an earlier version whose slug each object has as a member', async () => {
    const slug = 'toString';
    await world.all.post('/custom-fields/contacts').send({ type: 'text', label: 'Any', slug }).expect(400);
    await world.given.customField({ slug: 'earlier', label: 'Any' });
    const { id, email } = await world.given.contact({ custom_values: { earlier: 'Ada' } });
    const other = await world.given.contact();
    await world.db.execute('UPDATE custom_fields SET slug = :slug', { slug });
    expect(await valuesOf(id)).toEqual({ [slug]: 'Ada' });
    const { text } = await world.all.get(`/reports/subscribers/export?columns=email,${slug}`).expect(200);
    expect(text.trim().split('\r\n')).toEqual(['email,toString', `${email},Ada`, `${other.email},`]);
    await world.all.get('/reports/subscribers/export?format=xlsx').expect(200);
    const all = await world.all.get('/reports/subscribers/export?format=json').expect(200);
    expect(all.text).toContain('"toString":"Ada"');
  });

  it('refuses an invalid value, an unknown slug, and an unknown option', async () => {
    await world.given.customField({ type: 'radio', slug: 'color', options: ['red'] });
    await world.given.customField({ type: 'date', slug: 'day' });
    const post = (custom_values: unknown) =>
      world.all.post('/subscribers').send({ email: 'cf@example.com', status: 'subscribed', custom_values });
    const option = await post({ color: 'pink', day: '2023-02-29' }).expect(400);
    expect(option.body.message).toBe(`Invalid option for field 'color'`);
    expect(option.body.data.params).toEqual({
      'custom_values.color': 'is not one of the options: red',
      'custom_values.day': 'is not a day that exists',
    });
    const slug = await post({ nothing: 1 }).expect(400);
    expect(slug.body.message).toBe(`Custom field 'nothing' does not exist`);
    const shape = await post(['red']).expect(400);
    expect(shape.body.data.params).toEqual({ custom_values: 'must be an object' });
    const missing = await world.all.get('/subscribers/0?get_by_email=cf@example.com');
    expect(missing.status).toBe(404);
  });

  it('updates a field, and its options in use only with force', async () => {
    const { slug } = await world.given.customField({ type: 'checkbox', options: ['a', 'b', 'b"a'] });
    const both = await world.given.contact({ custom_values: { [slug]: ['a', 'b'] } });
    const tail = await world.given.contact({ custom_values: { [slug]: ['b"a'] } });
    const only = await world.given.contact({ custom_values: { [slug]: ['a'] } });
    const url = `/custom-fields/contacts/${slug}`;

    const refused = await world.all
      .put(url)
      .send({ options: ['b', 'b"a', 'c'] })
      .expect(400);
    expect(refused.body.data.params.options).toContain(`option 'a' is in use`);
    await world.all
      .put(url)
      .send({ label: 'Renamed', options: ['a', 'b', 'b"a', 'd'] })
      .expect(200);
    const forced = await world.all
      .put(`${url}?force=yes`)
      .send({ options: ['b', 'b"a'] })
      .expect(200);
    expect(forced.body.field).toMatchObject({ slug, label: 'Renamed', options: ['b', 'b"a'] });
    expect(await valuesOf(both.id)).toEqual({ [slug]: ['b'] });
    expect(await valuesOf(tail.id)).toEqual({ [slug]: ['b"a'] });
    expect(await valuesOf(only.id)).toEqual({});

    const moved = await world.all.put(url).send({ slug: 'other' }).expect(400);
    expect(moved.body.data.params).toEqual({ slug: 'cannot be changed' });
    await world.all.put(url).send({ type: 'text' }).expect(400);
    await world.all.put(url).send({ type: 'text', force: 'yes' }).expect(200);
    expect(await valuesOf(both.id)).toEqual({});
    await world.all.put('/custom-fields/contacts/unknown').send({ label: 'X' }).expect(404);
  });

  it('deletes an unused field, and a used one only with force', async () => {
    const { slug } = await world.given.customField();
    const contact = await world.given.contact({ custom_values: { [slug]: 'x' } });
    const refused = await world.all.delete(`/custom-fields/contacts/${slug}`).expect(400);
    expect(refused.body.data.params.slug).toContain('is in use');
    await world.all.delete(`/custom-fields/contacts/${slug}?force=yes`).expect(200);
    expect(await valuesOf(contact.id)).toEqual({});
    expect(await world.db.query('SELECT 1 FROM contact_custom_values')).toEqual([]);
    await world.all.delete(`/custom-fields/contacts/${slug}`).expect(404);
  });

  it('replaces all fields: updates known slugs, creates others, and deletes the rest', async () => {
    const keep = await world.given.customField({ label: 'Keep' });
    const drop = await world.given.customField({ label: 'Drop' });
    const { body } = await world.all
      .put('/custom-fields/contacts')
      .send({
        fields: [
          { type: 'number', label: 'New one' },
          { ...keep, label: 'Kept' },
        ],
      })
      .expect(200);
    expect(body.message).toBe('Successfully saved the custom fields.');
    expect(body.fields).toEqual([
      { field_key: 'number', type: 'number', label: 'New one', slug: 'new_one', is_public: '0' },
      { field_key: 'text', type: 'text', label: 'Kept', slug: keep.slug, is_public: '0' },
    ]);
    const after = await world.all.get('/custom-fields/contacts').expect(200);
    expect(slugs(after.body.fields)).toEqual(['new_one', keep.slug]);
    expect(slugs(after.body.fields)).not.toContain(drop.slug);
  });

  it('changes nothing if one definition is invalid, and names it', async () => {
    const used = await world.given.customField({ label: 'Used' });
    await world.given.contact({ custom_values: { [used.slug]: 'x' } });
    const { body } = await world.all
      .put('/custom-fields/contacts')
      .send({
        fields: [
          { type: 'text', label: 'Fine' },
          { type: 'radio', label: 'No options' },
        ],
      })
      .expect(400);
    expect(body.data.params).toEqual({
      fields: expect.stringContaining(`field '${used.slug}' is in use`),
      'fields.1.options': 'is required',
    });
    const after = await world.all.get('/custom-fields/contacts').expect(200);
    expect(slugs(after.body.fields)).toEqual([used.slug]);
    await world.all.put('/custom-fields/contacts').send({ fields: 'x' }).expect(400);
    await world.all
      .put('/custom-fields/contacts')
      .send({ fields: [1] })
      .expect(400);
    await world.all.put('/custom-fields/contacts').send({ fields: [], force: 'yes' }).expect(200);
  });

  it('assigns unique keys and slugs to concurrent fields', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.all.post('/custom-fields/contacts').send({ type: 'text', label: 'Same' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.field.slug)).size).toBe(8);
    expect(new Set(answers.map(({ body }) => body.field.field_key)).size).toBe(8);
  });
});
