//! The derive macro `Figures` of `quadrille-report`, which documents it.

#![doc(html_root_url = "https://docs.rs/quadrille-report-derive")]

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::ParseStream;
use syn::spanned::Spanned as _;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Field, Fields, Ident, LitStr, Meta, Result};

/// Declares the keys of a result from its fields, and a figure for each field with a heading. See
/// `quadrille_report::figures`.
#[proc_macro_derive(Figures, attributes(figure))]
pub fn figures(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    of_struct(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

fn of_struct(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new(input.span(), "expected a struct"));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new(input.span(), "expected named fields"));
    };
    let name = &input.ident;
    let (mut keys, mut figures) = (Vec::new(), Vec::new());
    for field in &fields.named {
        let given = Given::read(field)?;
        keys.push(key(field, &given)?);
        figures.extend(figure(field, &given));
    }
    Ok(quote! {
        impl ::quadrille_report::figures::Figures for #name {
            const KEYS: &'static [::quadrille_report::figures::ResultKey] = &[#(#keys),*];
        }

        impl ::quadrille_report::figures::Described for #name {
            const SHAPE: ::quadrille_report::figures::Shape =
                ::quadrille_report::figures::Shape::Object(<Self as ::quadrille_report::figures::Figures>::KEYS);
        }

        #[allow(non_upper_case_globals, reason = "a figure has the name of its field")]
        impl #name {
            #(#figures)*
        }
    })
}

/// The contents of the attribute `figure` of a field.
#[derive(Default)]
struct Given {
    heading: Option<LitStr>,
    /// The way to print the figure; by default that of the type.
    show: Option<TokenStream>,
    within: Option<Within>,
    /// Whether the field identifies an element of a list.
    is_name: bool,
    /// The shape of a type that does not describe itself.
    shape: Option<TokenStream>,
}

enum Within {
    Half(Ident),
    Ends(Ident, Ident),
}

impl Given {
    fn read(field: &Field) -> Result<Self> {
        let mut given = Self::default();
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("figure")) {
            attribute.parse_args_with(|input: ParseStream<'_>| {
                while !input.is_empty() {
                    given.item(input)?;
                    if !input.is_empty() {
                        input.parse::<syn::Token![,]>()?;
                    }
                }
                Ok(())
            })?;
        }
        Ok(given)
    }

    fn item(&mut self, input: ParseStream<'_>) -> Result<()> {
        if input.peek(LitStr) {
            self.heading = Some(input.parse()?);
            return Ok(());
        }
        let word: Ident = input.parse()?;
        let show = |name: &str| {
            let name = Ident::new(name, word.span());
            quote!(::quadrille_report::figures::Show::#name)
        };
        match word.to_string().as_str() {
            "name" => self.is_name = true,
            "text" => self.shape = Some(quote!(::quadrille_report::figures::Shape::Text)),
            "other" => self.shape = Some(quote!(::quadrille_report::figures::Shape::Other)),
            "points" => self.show = Some(show("Points")),
            "precise" => self.show = Some(show("Precise")),
            "percent" => self.show = Some(show("Percent")),
            "decimals" => {
                let digits: Expr = inner(input)?.parse()?;
                let name = show("Decimals");
                self.show = Some(quote!(#name(#digits)));
            }
            "within" => {
                let ends = inner(input)?;
                let first: Ident = ends.parse()?;
                self.within = Some(if ends.is_empty() {
                    Within::Half(first)
                } else {
                    ends.parse::<syn::Token![,]>()?;
                    Within::Ends(first, ends.parse()?)
                });
            }
            _ => {
                let expected = "expected a heading, `name`, `within(…)`, `text`, `other`, `points`, `precise`, \
                                `percent` or `decimals(…)`";
                return Err(Error::new(word.span(), expected));
            }
        }
        Ok(())
    }
}

/// Parses parentheses, and returns their contents.
fn inner(input: ParseStream<'_>) -> Result<syn::parse::ParseBuffer<'_>> {
    let content;
    syn::parenthesized!(content in input);
    Ok(content)
}

/// Returns the declaration of a field's key.
fn key(field: &Field, given: &Given) -> Result<TokenStream> {
    let name = name_of(field).to_string();
    let about = documentation(&field.attrs);
    let serde = Serde::read(&field.attrs)?;
    let shape = given.shape.clone().or(serde.shape).unwrap_or_else(|| {
        let ty = &field.ty;
        quote!(<#ty as ::quadrille_report::figures::Described>::SHAPE)
    });
    let within = match &given.within {
        None => quote!(None),
        Some(Within::Half(half)) => {
            let half = half.to_string();
            quote!(Some(::quadrille_report::figures::Within::Half(#half)))
        }
        Some(Within::Ends(low, high)) => {
            let (low, high) = (low.to_string(), high.to_string());
            quote!(Some(::quadrille_report::figures::Within::Ends(#low, #high)))
        }
    };
    let (absent, is_name, flat) = (serde.absent, given.is_name, serde.flat);
    // A key that is absent without a value is never null.
    let shape = if absent { quote!(#shape.present()) } else { shape };
    Ok(quote! {
        ::quadrille_report::figures::ResultKey {
            name: #name, about: #about, shape: #shape, within: #within,
            may_be_absent: #absent, is_name: #is_name, is_flat: #flat,
        }
    })
}

/// Returns the constant of a field's figure; `None` without a heading.
fn figure(field: &Field, given: &Given) -> Option<TokenStream> {
    let heading = given.heading.as_ref()?;
    let (name, vis) = (name_of(field), &field.vis);
    let key = name.to_string();
    let ty = &field.ty;
    let show =
        given.show.clone().unwrap_or_else(|| quote!(<#ty as ::quadrille_report::figures::Quantity>::SHOW));
    let quantity = |name: &Ident| quote!(::quadrille_report::figures::Quantity::quantity(&row.#name));
    let interval = match &given.within {
        None => quote!(None),
        Some(Within::Half(half)) => {
            let (value, half) = (quantity(&name), quantity(half));
            quote!(Some(|row: &Self| Some(::quadrille_report::figures::Around::half(#value?, #half?))))
        }
        Some(Within::Ends(low, high)) => {
            let (low, high) = (quantity(low), quantity(high));
            quote!(Some(|row: &Self| Some(::quadrille_report::figures::Around::ends(#low?, #high?))))
        }
    };
    let about = format!("The figure of [`{key}`](#structfield.{key}).");
    Some(quote! {
        #[doc = #about]
        #vis const #name: ::quadrille_report::figures::Figure<Self> = ::quadrille_report::figures::Figure {
            key: #key,
            heading: #heading,
            value: |row| ::quadrille_report::figures::Quantity::datum(&row.#name),
            interval: #interval,
            show: #show,
        };
    })
}

fn name_of(field: &Field) -> Ident {
    field.ident.clone().unwrap_or_else(|| Ident::new("_", Span::call_site()))
}

/// Returns the lines of a documentation, joined by line breaks.
fn documentation(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(line) if line.path.is_ident("doc") => match &line.value {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The relevant contents of the attributes `serde` of a field.
#[derive(Default)]
struct Serde {
    absent: bool,
    flat: bool,
    shape: Option<TokenStream>,
}

impl Serde {
    fn read(attributes: &[Attribute]) -> Result<Self> {
        let mut found = Self::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("flatten") {
                    found.flat = true;
                } else if meta.path.is_ident("skip_serializing_if") {
                    found.absent = true;
                } else if meta.path.is_ident("with") {
                    let module: LitStr = meta.value()?.parse()?;
                    found.shape = Some(if module.value().ends_with("::each") {
                        quote!(::quadrille_report::figures::Shape::List(
                            &::quadrille_report::figures::Shape::Text
                        ))
                    } else {
                        quote!(::quadrille_report::figures::Shape::Text)
                    });
                    return Ok(());
                }
                if meta.input.peek(syn::Token![=]) {
                    meta.value()?.parse::<Expr>()?;
                }
                Ok(())
            })?;
        }
        Ok(found)
    }
}
