import { mount } from "svelte";
import "@fontsource-variable/figtree/wght.css";
import "@fontsource/libre-caslon-text/latin-700.css";
import App from "./App.svelte";
import "./style.css";

mount(App, { target: document.getElementById("app")! });
