// Solves the challenge of a sign-up form while people fill it in, and posts the solution as `altcha`. Without it, or where browsers have no
// Web Cryptography (pages without TLS), the form works by a second page.
const encoder = new TextEncoder();

async function solutionOf(url) {
  const { algorithm, challenge, maxnumber, salt, signature } = await (await fetch(url)).json();
  const wanted = Uint8Array.from(challenge.match(/../g), (digits) => Number.parseInt(digits, 16));
  for (let number = 0; number <= maxnumber; number += 1) {
    const digest = new Uint8Array(await crypto.subtle.digest(algorithm, encoder.encode(salt + number)));
    if (digest.every((byte, index) => byte === wanted[index]))
      return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
  }
  throw new Error('The challenge has no solution');
}

for (const form of document.querySelectorAll('form[data-challenge]')) {
  let solution = null;
  const start = () => {
    solution ??= solutionOf(form.dataset.challenge).catch(() => null);
    return solution;
  };
  form.addEventListener('focusin', start);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const value = await start();
    // Each solution is good for one sign-up.
    solution = null;
    form.querySelector('input[name=altcha]')?.remove();
    if (value !== null)
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'altcha', value }));
    form.submit();
  });
}
