/** The page at `/docs`: it reads `/openapi.json` and lists the calls, with nothing from elsewhere. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Muster API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs.css">
<script src="/docs.js" defer></script>
</head>
<body>
<header>
<a class="brand" href="/">Muster</a>
<span class="version" id="version"></span>
<a class="raw" href="/openapi.json">openapi.json</a>
</header>
<main>
<h1>API</h1>
<p id="about">Reading the list of calls …</p>
<label class="find" hidden id="find">Find a call
<input id="text" type="search" autocomplete="off" spellcheck="false"></label>
<p class="soft" id="count" role="status"></p>
<div id="calls"></div>
</main>
</body>
</html>
`;

export const DOCS_SCRIPT = `const element = (name, text, className) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className !== undefined) made.className = className;
  return made;
};
const DEEP = 4;
const limits = ({ minimum, maximum, minLength, maxLength, minItems, maxItems }) => {
  const least = minimum ?? minLength ?? minItems;
  const most = maximum ?? maxLength ?? maxItems;
  const isCount = Math.abs(least ?? 0) < 2 ** 53 - 1 && Math.abs(most ?? 0) < 2 ** 53 - 1;
  if (!isCount || (least === undefined && most === undefined)) return '';
  if (most === undefined) return ', from ' + least;
  return least === undefined ? ', up to ' + most : ', ' + least + ' to ' + most;
};
const typeOf = (schema) => {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return 'list of ' + typeOf(schema.items ?? {}) + limits(schema);
  return (schema.type ?? 'anything') + limits(schema);
};
const objectIn = (schema) =>
  schema.properties
    ? schema
    : schema.type === 'array'
      ? objectIn(schema.items ?? {})
      : ((schema.anyOf ?? schema.oneOf)?.map(objectIn).find(Boolean) ?? null);
const rowsOf = (schema, before, depth) =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const row = element('tr');
    const head = element('th');
    head.scope = 'row';
    head.append(element('code', before + name));
    const isNeeded = schema.required?.includes(name) ?? false;
    if (!isNeeded) head.append(' ', element('span', 'optional', 'soft'));
    row.append(head, element('td', typeOf(field)));
    const inner = objectIn(field);
    const list = field.type === 'array' ? '[].' : '.';
    return [row, ...(inner && depth < DEEP ? rowsOf(inner, before + name + list, depth + 1) : [])];
  });
const shape = (title, schema) => {
  const part = element('section');
  part.append(element('h4', title));
  const object = objectIn(schema);
  const rows = object ? rowsOf(object, schema.type === 'array' ? '[].' : '', 0) : [];
  if (rows.length > 0) {
    const scroller = element('div', undefined, 'scroller');
    scroller.tabIndex = 0;
    const table = element('table');
    table.append(...rows);
    scroller.append(table);
    part.append(scroller);
  } else part.append(element('p', object ? 'Nothing beside.' : typeOf(schema), 'soft'));
  return part;
};
const parameters = (operation) => {
  const of = (place) => operation.parameters?.filter((one) => one.in === place) ?? [];
  return ['path', 'query'].flatMap((place) => {
    const all = of(place);
    if (all.length === 0) return [];
    const properties = Object.fromEntries(all.map(({ name, schema }) => [name, schema ?? {}]));
    const required = all.filter((one) => one.required).map(({ name }) => name);
    return [shape(place === 'path' ? 'In the path' : 'In the query', { properties, required })];
  });
};
const call = (method, path, operation) => {
  const details = element('details');
  details.dataset.text = (method + ' ' + path + ' ' + operation.summary).toLowerCase();
  const summary = element('summary');
  const verb = element('span', method.toUpperCase(), 'verb');
  verb.dataset.method = method;
  const what = element('span', operation.summary, 'what');
  summary.append(verb, element('code', path), what);
  details.append(summary);
  const inside = element('div', undefined, 'inside');
  if (operation.description) inside.append(element('p', operation.description));
  inside.append(...parameters(operation));
  const body = operation.requestBody?.content['application/json']?.schema;
  if (body) inside.append(shape('Body', body));
  for (const [status, response] of Object.entries(operation.responses)) {
    const schema = response.content?.['application/json']?.schema;
    if (schema) inside.append(shape('Answer ' + status, schema));
    else inside.append(element('p', status + ': ' + response.description));
  }
  details.append(inside);
  return details;
};
const PREFIX = '/app/v1/';
const groupOf = (path) =>
  path.startsWith(PREFIX) ? path.slice(PREFIX.length).split('/')[0] : 'of the host';
const show = async () => {
  const about = document.getElementById('about');
  const response = await fetch('/openapi.json');
  if (!response.ok) {
    about.textContent = 'The host answered ' + response.status + '. Reload this page in a while.';
    return;
  }
  const api = await response.json();
  about.textContent = api.info.description;
  document.getElementById('version').textContent = 'version ' + api.info.version;
  const groups = new Map();
  for (const [path, methods] of Object.entries(api.paths)) {
    const name = groupOf(path);
    const group = groups.get(name) ?? element('section', undefined, 'group');
    if (!groups.has(name)) group.append(element('h2', name));
    groups.set(name, group);
    for (const [method, operation] of Object.entries(methods)) {
      group.append(call(method, path, operation));
    }
  }
  document.getElementById('calls').append(...groups.values());
  const text = document.getElementById('text');
  const find = () => {
    const words = text.value.toLowerCase().split(' ').filter(Boolean);
    let found = 0;
    for (const group of groups.values()) {
      let shown = 0;
      for (const one of group.querySelectorAll('details')) {
        one.hidden = !words.every((word) => one.dataset.text.includes(word));
        if (!one.hidden) shown += 1;
      }
      group.hidden = shown === 0;
      found += shown;
    }
    document.getElementById('count').textContent = found === 1 ? '1 call' : found + ' calls';
  };
  text.addEventListener('input', find);
  document.getElementById('find').hidden = false;
  find();
};
show().catch((error) => {
  document.getElementById('about').textContent =
    'The list of calls could not be read: ' + error.message;
});
`;
