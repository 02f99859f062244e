/** The page at `/docs`: it reads `/openapi.json` and lists the calls, with nothing from elsewhere. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Muster API</title>
<link rel="stylesheet" href="/docs.css">
<script src="/docs.js" defer></script>
</head>
<body>
<main>
<h1>Muster API</h1>
<p id="about">Reading <a href="/openapi.json">openapi.json</a> …</p>
<div id="calls"></div>
</main>
</body>
</html>
`;

export const DOCS_STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
details { border-top: 1px solid color-mix(in srgb, CanvasText 25%, Canvas); padding: 0.5rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem; }
pre { overflow: auto; padding: 0.75rem; background: color-mix(in srgb, CanvasText 7%, Canvas); }
h3 { font-size: 1rem; margin: 1rem 0 0.25rem; }
`;

export const DOCS_SCRIPT = `const element = (name, text) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
};
const shape = (title, schema) => {
  const pre = element('pre', JSON.stringify(schema, null, 2));
  pre.tabIndex = 0;
  return [element('h3', title), pre];
};
const call = (method, path, operation) => {
  const details = element('details');
  const summary = element('summary');
  summary.append(element('code', method.toUpperCase() + ' ' + path), ' ' + operation.summary);
  details.append(summary, element('p', operation.description));
  if (operation.parameters) details.append(...shape('Parameters', operation.parameters));
  const body = operation.requestBody?.content['application/json']?.schema;
  if (body) details.append(...shape('Body', body));
  for (const [status, response] of Object.entries(operation.responses)) {
    const schema = response.content?.['application/json']?.schema;
    if (schema) details.append(...shape('Answer ' + status, schema));
    else details.append(element('p', status + ': ' + response.description));
  }
  return details;
};
const show = async () => {
  const about = document.getElementById('about');
  const response = await fetch('/openapi.json');
  if (!response.ok) {
    about.textContent = 'The host answered ' + response.status + ': try again later.';
    return;
  }
  const api = await response.json();
  about.textContent = api.info.description;
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      document.getElementById('calls').append(call(method, path, operation));
    }
  }
};
show().catch((error) => {
  document.getElementById('about').textContent = 'The list of calls could not be read: ' + error.message;
});
`;
