import { emailOf } from './dataset.mjs';

const API = '/api/v2';

/**
 * Returns the requests to measure, each as a function that returns the arguments of `product.send`. All writes use list 1 and tag 1.
 * @param {number} contacts number of contacts in the database
 */
export function requestsOf(contacts) {
  let number = 0;
  const labels = { lists: [1], tags: [1] };
  const contact = () => 1 + (((number += 1) * 7_919) % contacts);
  const get = (path) => () => ['GET', API + (typeof path === 'string' ? path : path())];
  const create = (body) => ['POST', `${API}/subscribers`, { ...body, ...labels }];
  return {
    none: get('/bench/guarded'),
    one: get(() => `/subscribers/${contact()}`),
    page: get('/subscribers'),
    lists: get('/lists'),
    options: get('/reports/options'),
    create: () =>
      create({ email: `new-${process.pid}-${(number += 1)}@bench.example`, first_name: 'New', status: 'subscribed' }),
    upsert: () => create({ email: emailOf(contact()), first_name: `Again ${number}`, __force_update: 'yes' }),
    // Contacts get the tag and leave the list in one block of requests, and the reverse in the next.
    update: () => {
      const block = Math.floor((number += 1) / 500);
      const id = 1 + (((block >> 1) * 500 + (number % 500)) % contacts);
      const [attach, detach] = block % 2 === 0 ? ['tags', 'lists'] : ['lists', 'tags'];
      const subscriber = { city: `City ${number}`, [`attach_${attach}`]: [1], [`detach_${detach}`]: [1] };
      return ['PUT', `${API}/subscribers/${id}`, { subscriber }];
    },
  };
}
