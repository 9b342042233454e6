// What htmx could not do is told in the words of the server; nothing on the page is taken away.
const message = document.getElementById("message");
const tell = (text) => { message.textContent = text; message.hidden = !text; };
document.body.addEventListener("htmx:responseError", (event) => tell(event.detail.xhr.responseText.slice(0, 500)));
document.body.addEventListener("htmx:sendError", () => tell(message.dataset.offline));
document.body.addEventListener("htmx:afterOnLoad", (event) => { if (event.detail.xhr.status < 400) tell(""); });
