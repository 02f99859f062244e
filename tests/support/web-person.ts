/** Somebody with a browser of their own, over HTTP: it keeps cookies, and puts its `acsrf_token` into what it posts. */
export class WebPerson {
  readonly cookies: Map<string, string>;
  readonly #origin: string;

  constructor(origin: string, cookies: Readonly<Record<string, string>> = {}) {
    this.#origin = origin;
    this.cookies = new Map(Object.entries(cookies));
  }

  get(path: string): Promise<{ readonly status: number; readonly body: unknown }> {
    return this.#ask(path, null);
  }

  async post(
    path: string,
    body: object,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const token = (await this.#ask('/app/v1/@me/acsrf-token', null)).body as object;
    return this.#ask(path, { ...token, ...body });
  }

  async #ask(path: string, body: object | null) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: this.#origin, 'content-type': 'application/json' };
    const response = await fetch(
      this.#origin + path,
      body === null ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) },
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, body: (await response.json()) as unknown };
  }
}
