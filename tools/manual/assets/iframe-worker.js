// Browsers start no worker for a page that was opened as a file, so the search of the theme runs in a hidden frame.
// The theme looks for a class of this name, and finds its scripts by the address of the one that started it.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.appendChild(frame);
      this.frame = frame;
      this.waiting = [];
      const own = this;
      const inside = frame.contentWindow;
      inside.postMessage = (data) => {
        const event = new MessageEvent("message", {data});
        own.dispatchEvent(event);
        if (own.onmessage) own.onmessage(event);
      };
      inside.importScripts = (...urls) =>
        urls.reduce(
          (before, each) =>
            before.then(
              () =>
                new Promise((done, failed) => {
                  const script = inside.document.createElement("script");
                  script.src = each;
                  script.onload = done;
                  script.onerror = failed;
                  inside.document.body.appendChild(script);
                }),
            ),
          Promise.resolve(),
        );
      const script = inside.document.createElement("script");
      script.src = new URL(url, location.href).href;
      script.onload = () => {
        own.ready = true;
        own.waiting.splice(0).forEach((data) => own.postMessage(data));
      };
      inside.document.body.appendChild(script);
    }
    postMessage(data) {
      if (!this.ready) this.waiting.push(data);
      else this.frame.contentWindow.dispatchEvent(new MessageEvent("message", {data}));
    }
    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
