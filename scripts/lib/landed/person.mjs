/** A person with a browser of their own: cookies are kept, and the acsrf_token goes into what they post. */
export class Person {
  /** @type {Map<string, string>} */
  cookies = new Map();
  #origin;

  /** @param {string} origin */
  constructor(origin) {
    this.#origin = origin;
  }

  /**
   * @param {string} path
   * @returns {Promise<any>}
   */
  async get(path) {
    return (await this.#ask(path, undefined)).answer;
  }

  /**
   * Posts; throws where it is refused.
   * @param {string} path
   * @param {object} body
   * @returns {Promise<any>}
   */
  async post(path, body) {
    const { status, answer } = await this.tried(path, body);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /**
   * Posts; answers what came of it.
   * @param {string} path
   * @param {object} body
   */
  async tried(path, body) {
    const token = (await this.#ask('/app/v1/@me/acsrf-token', undefined)).answer;
    return this.#ask(path, { ...token, ...body });
  }

  /**
   * @param {string} path
   * @param {object | undefined} body
   */
  async #ask(path, body) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.#origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, origin: this.#origin, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, answer: await response.json() };
  }
}
