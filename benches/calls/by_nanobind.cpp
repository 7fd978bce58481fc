// What calls.pyx has, with nanobind.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace nb = nanobind;
using view = nb::ndarray<double, nb::ndim<1>, nb::c_contig>;

struct Scale {
    double factor;
    double scaled(double x) const { return factor * x; }
};

NB_MODULE(by_nanobind, module)
{
    module.def("nothing", []() {});
    module.def("same", [](nb::object x) { return x; });
    module.def("scalars", [](double x, int n) { return x * n; });
    module.def("one_view", [](nb::ndarray<double, nb::ndim<1>> x) { return x.shape(0); });
    module.def("views_and_scalars",
               [](view a, view b, view c, view d, double p, double q, double r, double s, double t, int i, int j, int k, int m, int n) {
                   return a.shape(0) + b.shape(0) + c.shape(0) + d.shape(0) + p + q + r + s + t + i + j + k + m + n;
               });
    module.def("keywords", [](double x, double y, int n) { return x + y + n; }, nb::arg("x"), nb::arg("y") = 1.0, nb::kw_only(),
               nb::arg("n") = 0);
    module.def("product", [](double x, double y) { return x * y; });
    nb::class_<Scale>(module, "Scale").def(nb::init<double>()).def("scaled", &Scale::scaled).def_rw("factor", &Scale::factor);
}
